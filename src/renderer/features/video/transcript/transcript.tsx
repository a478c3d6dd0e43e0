import { defaultRangeExtractor, type Range as IndexRange, useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDownToLine, ListEnd } from 'lucide-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Moment } from '../../../../contract/moments.ts';
import type { Segment } from '../../../../contract/segment.ts';
import type { MomentSource } from '../../../../contract/stories.ts';
import { hasTranslation } from '../../../../contract/transcript/translated.ts';
import type { TranscriptEdit } from '../../../../contract/transcript-edits.ts';
import { queries } from '../../../api/queries.ts';
import { invalidate } from '../../../api/query-client.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ContextMenu } from '../../../ui/controls/context-menu.tsx';
import type { MenuEntry } from '../../../ui/controls/menu.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { dragMoments } from '../../../ui/lib/moment-drag.ts';
import { openOverlay } from '../../../ui/lib/overlays.ts';
import { useShortcuts } from '../../../ui/lib/shortcuts.ts';
import { position, useFormats } from '../../../ui/lib/use-formats.ts';
import { type Range, usePlayer } from '../player/player-store.ts';
import { FIND_ID, FindBar } from './find-bar.tsx';
import { type FindOptions, findMatches, type Match, replaceEdit, replaceEdits } from './find-matches.ts';
import { lineMenu } from './line-menu.ts';
import { markedWords, momentAt } from './moment-marks.ts';
import { LOW_CONFIDENCE, ParagraphRow } from './paragraph-row.tsx';
import { SelectionToolbar, selectedWords, type WordRange } from './selection-toolbar.tsx';
import { SpeakerDialog, type SpokenLines } from './speaker-dialog.tsx';
import type { SpeakerNameProps } from './speaker-name.tsx';
import { useTranscriptText } from './text.ts';
import styles from './transcript.module.css';
import { buildTranscript, linesBetween, type Paragraph } from './transcript-model.ts';
import { useLineEditor } from './use-line-editor.ts';
import { spokenWordAt, useSpokenWord, wordElement } from './use-spoken-word.ts';
import { useTranscriptEdits } from './use-transcript-edits.ts';

export interface TranscriptViewProps {
  jobId: string;
  /** Findings of the module `transcription`, in time order. */
  segments: readonly Segment[];
  /** Findings of the module `chapters`, in time order; a paragraph ends where one begins. */
  chapters: readonly Segment[];
  onAsk(range: Range): void;
  /** Marks words as a moment. */
  onMark(range: Range): void;
  /** Moments of the video, whose words are underlined. */
  moments: readonly Moment[];
  /** Gives a moment the times of words. */
  onTrim(moment: Moment, range: Range): void;
  /** Shown without a transcript. */
  empty: ReactNode;
}

/** Id of the element that takes the keyboard. */
export const TRANSCRIPT_ID = 'transcript';

const NO_FIND: FindOptions = { text: '', matchCase: false, wholeWords: false };
/** Sizes in CSS pixels by which the height of a paragraph is estimated until it is measured. */
const SIZE = { line: 24, padding: 14, character: 7.3, sides: 92 };
/** Time after a click without scrolling in milliseconds, so that a double click hits the same word twice. */
const CLICK_MS = 600;
/**
 * Time in which a word is scrolled into view, and after which a list that isn't there is scrolled again, in
 * milliseconds.
 */
const [SHOW_MS, SCROLL_AGAIN_MS] = [10_000, 1000];
/** Part of the view in which the spoken word stays, and its place after scrolling. */
const FOLLOW = { top: 0.08, bottom: 0.72, place: 0.3 };

/** Transcript beside the player: follows playback, searches, selects, and edits. */
export function TranscriptView(props: TranscriptViewProps) {
  return props.segments.length === 0 ? props.empty : <LoadedTranscript {...props} />;
}

function LoadedTranscript({ jobId, segments, chapters, moments, onAsk, onMark, onTrim }: TranscriptViewProps) {
  const t = useTranscriptText();
  const formats = useFormats();
  const player = usePlayer();
  const container = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const transcript = useMemo(() => buildTranscript(segments, chapters), [segments, chapters]);
  const { paragraphs, lines, starts, ends, lineOf, paragraphOf } = transcript;
  const marks = useMemo(() => markedWords(transcript, moments), [transcript, moments]);
  const edits = useTranscriptEdits(jobId);
  const [isFollowing, setFollowing] = useState(true);
  const [cursor, setCursor] = useState(-1);
  const [width, setWidth] = useState(400);

  const editedIndex = useRef(-1);
  const rows = useVirtualizer({
    count: paragraphs.length,
    getScrollElement: () => scroller.current,
    estimateSize: (i) => {
      const perLine = Math.max(12, (width - SIZE.sides) / SIZE.character);
      const { text, speaker } = paragraphs[i]!;
      return SIZE.padding + SIZE.line * (Math.ceil(text.length / perLine) + (speaker === undefined ? 0 : 1));
    },
    getItemKey: useCallback((i: number) => paragraphs[i]!.key, [paragraphs]),
    overscan: 3,
    rangeExtractor: useCallback((range: IndexRange) => withHeldRows(range, list.current, editedIndex.current), []),
    // Batches row updates with other state changes instead of flushing in the scroll event.
    useFlushSync: false,
  });
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry!.contentRect.width)));
    observer.observe(scroller.current!);
    return () => observer.disconnect();
  }, []);
  /** Number of words that were to be shown, and of times that the user scrolled elsewhere. */
  const shows = useRef(0);
  const showWord = useCallback(
    (word: number, isCentered = false) => {
      const view = scroller.current;
      if (!view || word < 0) return;
      const move = () => {
        const rect = wordElement(list.current, word)?.getBoundingClientRect();
        if (!rect) return false;
        const bounds = view.getBoundingClientRect();
        const at = (rect.top - bounds.top) / Math.max(1, bounds.height);
        if (isCentered || at < FOLLOW.top || at > FOLLOW.bottom) {
          view.scrollTop += rect.top - bounds.top - FOLLOW.place * bounds.height;
        }
        return true;
      };
      const turn = ++shows.current;
      if (move()) return;
      const scroll = () => rows.scrollToIndex(paragraphOf[word]!, { align: 'start' });
      let scrolledAt = performance.now();
      const begun = scrolledAt;
      const settle = () => {
        const now = performance.now();
        if (turn !== shows.current || move() || now - begun > SHOW_MS) return;
        // Where heights turn out to be others than estimated, a busy machine may be elsewhere when the list has done
        // its part.
        if (now - scrolledAt > SCROLL_AGAIN_MS) {
          scroll();
          scrolledAt = now;
        }
        requestAnimationFrame(settle);
      };
      scroll();
      // The row is rendered and measured within two frames, as a rule.
      requestAnimationFrame(() => requestAnimationFrame(settle));
    },
    [rows, paragraphOf],
  );

  const following = useRef(isFollowing);
  following.current = isFollowing;
  const clickedAt = useRef(Number.NEGATIVE_INFINITY);
  const follow = useCallback(
    (word: number) => {
      if (following.current && performance.now() - clickedAt.current > CLICK_MS) showWord(word);
    },
    [showWord],
  );
  useSpokenWord(list, transcript, follow);
  const latest = useRef(transcript);
  latest.current = transcript;
  useEffect(() => {
    if (isFollowing) follow(spokenWordAt(latest.current, player.store.getState().time));
  }, [isFollowing, player, follow]);
  useEffect(
    () =>
      player.store.subscribe((state, before) => {
        // A seek into a pause has no word to follow.
        if (!state.isPlaying && Math.abs(state.time - before.time) > 0.5) {
          follow(nearestWord(latest.current.starts, state.time));
        }
      }),
    [player, follow],
  );
  useLayoutEffect(() => {
    const element = wordElement(list.current, cursor);
    element?.classList.add(styles.cursor!);
    return () => element?.classList.remove(styles.cursor!);
  });

  const editor = useLineEditor({
    transcript,
    edits,
    focusList: () => scroller.current?.focus({ preventScroll: true }),
  });
  const editedLine = editor.editing ? lines.find(({ segment }) => segment.id === editor.editing!.segmentId) : undefined;
  editedIndex.current = editedLine ? paragraphOf[editedLine.firstWord]! : -1;
  const edit = (word: number, isSelected: boolean) => {
    const line = lines[lineOf[word]!];
    if (!line) return;
    setFollowing(false);
    const { start, end } = line.words[word - line.firstWord]!;
    editor.open(line.segment.id, { start, end: isSelected ? end : start });
  };

  const [find, setFind] = useState(NO_FIND);
  const [replacement, setReplacement] = useState<string | null>(null);
  const matches = useMemo(() => findMatches(transcript, find), [transcript, find]);
  /**
   * Whether the text is in none of the findings that have arrived; the first of a long video are shown before the
   * others.
   */
  const isAwaited = useRef(false);
  const [matchIndex, setMatchIndex] = useState(0);
  const currentIndex = Math.min(matchIndex, matches.length - 1);
  const matchesByParagraph = useMemo(() => Map.groupBy(matches, ({ paragraph }) => paragraph), [matches]);
  const showMatch = (index: number, all: readonly Match[] = matches) => {
    const match = all[index];
    if (!match) return;
    setMatchIndex(index);
    setFollowing(false);
    const word = wordOf(match);
    requestAnimationFrame(() => showWord(word));
  };
  const wordOf = ({ paragraph, start }: Match) => {
    const line = paragraphs[paragraph]!.lines.findLast(({ offset }) => offset <= start)!;
    const word = line.words.findLastIndex((each) => each.start <= start - line.offset);
    return line.firstWord + Math.max(0, word);
  };
  const changeFind = (options: FindOptions) => {
    setFind(options);
    const all = findMatches(transcript, options);
    isAwaited.current = all.length === 0 && options.text !== '';
    // From the text in view on.
    const top = rows.getVirtualItemForOffset(scroller.current?.scrollTop ?? 0)?.index ?? 0;
    showMatch(
      Math.max(
        0,
        all.findIndex(({ paragraph }) => paragraph >= top),
      ),
      all,
    );
  };
  const showFirst = useEffectEvent(() => showMatch(0));
  useEffect(() => {
    if (!isAwaited.current || matches.length === 0) return;
    isAwaited.current = false;
    showFirst();
  }, [matches]);
  const stepMatch = (direction: 1 | -1) => {
    if (matches.length > 0) showMatch((currentIndex + direction + matches.length) % matches.length);
  };
  const replaceOne = () => {
    const match = matches[currentIndex];
    if (!match || replacement === null) return;
    const line = paragraphs[match.paragraph]!.lines.findLast(({ offset }) => offset <= match.start)!;
    const { id, content } = line.segment;
    const span = { start: match.start - line.offset, end: match.end - line.offset };
    if (span.end > content.length) return toast(t('replace.across'));
    void edits.apply([replaceEdit(id, content, [span], replacement)]);
  };
  const replaceAll = async () => {
    if (replacement === null) return;
    const { edits: all, count } = replaceEdits(transcript, find, replacement);
    if (all.length > 0 && (await edits.apply(all))) {
      toast(t('replace.done', { count }), { action: { label: t('undo'), run: edits.undo } });
    }
  };

  const canTranslate = useMemo(() => hasTranslation(segments), [segments]);
  const [isTranslationShown, setTranslationShown] = useState(true);
  const isTranslated = canTranslate && isTranslationShown;
  const lowWords = useMemo(
    () =>
      lines.flatMap(({ words, firstWord }) =>
        words.flatMap(({ confidence }, i) => ((confidence ?? 1) < LOW_CONFIDENCE ? [firstWord + i] : [])),
      ),
    [lines],
  );
  const goToWord = (word: number) => {
    if (word < 0 || word >= starts.length) return;
    setCursor(word);
    showWord(word);
  };

  const seek = (word: number) => {
    player.seek(starts[word]!);
    setCursor(word);
    setFollowing(true);
  };
  const onClick = (event: MouseEvent) => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || event.detail > 1 || getSelection()?.isCollapsed === false) return;
    const word = target.closest<HTMLElement>('[data-word]')?.dataset['word'];
    const time = target.closest<HTMLElement>('[data-seek]')?.dataset['seek'];
    const speaker = target.closest<HTMLElement>('[data-speaker]')?.dataset['speaker'];
    clickedAt.current = performance.now();
    if (speaker !== undefined) {
      setFollowing(false);
      if (paragraphs[Number(speaker)]!.speakerId === undefined) showSpeaker(Number(speaker));
      else setNamingKey(paragraphs[Number(speaker)]!.key);
    } else if (word !== undefined) seek(Number(word));
    else if (time !== undefined) {
      player.seek(Number(time));
      setFollowing(true);
    }
  };
  /** Shows the speaker of a paragraph. */
  const showSpeaker = (index: number) => {
    const { speakerId, lines: own } = paragraphs[index]!;
    setSpoken({ speakerId, segmentIds: own.map(({ segment }) => segment.id) });
  };
  const onDoubleClick = ({ target }: MouseEvent) => {
    const word =
      target instanceof HTMLElement ? target.closest<HTMLElement>('[data-word]')?.dataset['word'] : undefined;
    if (word !== undefined) edit(Number(word), true);
  };

  const lineMenuAt = (target: Element): MenuEntry[] => {
    const word = target.closest<HTMLElement>('[data-word]')?.dataset['word'];
    const line = word === undefined ? undefined : lines[lineOf[Number(word)]!];
    if (!line) return [];
    const range = { first: line.firstWord, last: line.firstWord + line.words.length - 1 };
    return lineMenu(
      {
        onPlay: () => seek(Number(word)),
        onCopy: () => void copy(range),
        onAsk: () => onAsk(rangeOf(range)),
        onMark: () => onMark(rangeOf(range)),
        onStory: () => addToStory(range),
        onClip: () => clip(range),
        onEdit: () => edit(Number(word), true),
        onSplit: splitAt(Number(word)),
        onSpeaker: () => void isolate(range),
      },
      t,
    );
  };

  const selectionAnchor = useRef(-1);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const from = cursor >= 0 ? cursor : Math.max(0, nearestWord(starts, player.store.getState().time));
    const isLine = event.ctrlKey || event.altKey;
    const byLine = (direction: 1 | -1) => lines[lineOf[from]! + direction]?.firstWord ?? from;
    const next = {
      ArrowRight: isLine ? byLine(1) : from + (cursor >= 0 ? 1 : 0),
      ArrowLeft: isLine ? byLine(-1) : from - 1,
      ArrowDown: byLine(1),
      ArrowUp: byLine(-1),
    }[event.key];
    if (next !== undefined) {
      const word = Math.min(starts.length - 1, Math.max(0, next));
      setFollowing(false);
      goToWord(word);
      if (event.shiftKey) {
        if (selectionAnchor.current < 0) selectionAnchor.current = from;
        selectWords(list.current, selectionAnchor.current, word);
      } else {
        selectionAnchor.current = -1;
        getSelection()?.removeAllRanges();
      }
    } else if (event.key === 'Enter') seek(from);
    else if (event.key === 'F2') edit(from, true);
    else {
      // Keys that scroll the list.
      if (/^(Page(Up|Down))$/.test(event.key)) stopFollowing();
      return;
    }
    event.preventDefault();
  };

  useShortcuts({
    'mod+f': () => {
      const field = document.getElementById(FIND_ID);
      if (field instanceof HTMLInputElement) field.select();
    },
    'mod+z': edits.undo,
    'mod+shift+z': edits.redo,
    'mod+y': edits.redo,
  });

  const stopFollowing = () => {
    shows.current++;
    setFollowing(false);
  };
  const rangeOf = ({ first, last }: WordRange): Range => ({ start: starts[first]!, end: ends[last]! });
  const clip = (range: WordRange) => {
    const { start, end } = rangeOf(range);
    openOverlay({ kind: 'clips', clips: [{ job_id: jobId, start_time: start, end_time: end }], padding: 0 });
  };
  const sourceOf = (range: WordRange): MomentSource => {
    const { start, end } = rangeOf(range);
    return { job_id: jobId, start_time: start, end_time: end, origin: { kind: 'word' } };
  };
  const addToStory = (range: WordRange) => openOverlay({ kind: 'add-to-story', moments: [sourceOf(range)] });
  const copy = async (range: WordRange) => {
    const text = linesBetween(transcript, range.first, range.last).map(
      ({ start, text: line, speaker }) => `[${position(start)}] ${speaker === undefined ? '' : `${speaker}: `}${line}`,
    );
    await navigator.clipboard.writeText(text.join('\n'));
    toast(t('selection.copied'));
  };
  const confidenceText = useCallback(
    (confidence: number) => t('low.confidence', { percent: formats.percent(confidence) }),
    [t, formats],
  );
  const speakerText = useCallback((name: string) => t('speaker.open', { name }), [t]);
  const [spoken, setSpoken] = useState<SpokenLines | null>(null);
  /** Key of the paragraph whose speaker is being named. */
  const [namingKey, setNamingKey] = useState<string | null>(null);
  const namingOf = ({ index, key, speakerId, speaker }: Paragraph): SpeakerNameProps | undefined =>
    key !== namingKey || speakerId === undefined || speaker === undefined
      ? undefined
      : {
          jobId,
          speakerId,
          speaker,
          edits,
          onMore: () => showSpeaker(index),
          onClose: (isByKey) => {
            setNamingKey(null);
            if (isByKey) scroller.current?.focus({ preventScroll: true });
          },
        };
  const assign = (segmentIds: readonly string[], speakerId: string) =>
    void edits
      .apply(segmentIds.map((segment_id) => ({ type: 'speaker', segment_id, speaker_id: speakerId })))
      .then(() => invalidate(queries.speakers(jobId).queryKey));
  /** Splits the lines at the ends of a selection, so that the selected words can have a speaker of their own. */
  const isolate = async ({ first, last }: WordRange) => {
    const [from, to] = [lines[lineOf[first]!]!, lines[lineOf[last]!]!];
    const ids = lines.slice(lineOf[first], lineOf[last]! + 1).map(({ segment }) => segment.id);
    const splits: TranscriptEdit[] = [];
    const next = to.words[last - to.firstWord + 1];
    const start = from.words[first - from.firstWord]!.start;
    if (next) splits.push({ type: 'split', segment_id: to.segment.id, at: next.start });
    if (first > from.firstWord) splits.push({ type: 'split', segment_id: from.segment.id, at: start });
    const results = splits.length > 0 ? await edits.apply(splits) : [];
    if (!results) return;
    if (first > from.firstWord) ids[0] = results.at(-1)!.segments[1]!.id;
    setSpoken({ speakerId: from.segment.data?.speaker_id, segmentIds: ids });
  };
  /** Splits a line before a word; undefined for its first one. */
  const splitAt = (word: number) => {
    const line = lines[lineOf[word]!]!;
    const at = line.words[word - line.firstWord]!.start;
    const { id } = line.segment;
    return word === line.firstWord ? undefined : () => void edits.apply([{ type: 'split', segment_id: id, at }]);
  };
  const cursorLine = cursor >= 0 ? lines[lineOf[cursor]!] : undefined;
  const cursorWord = cursorLine?.words[cursor - cursorLine.firstWord];

  return (
    <div ref={container} className={styles.transcript}>
      <FindBar
        options={find}
        setOptions={changeFind}
        count={matches.length}
        current={currentIndex}
        onStep={stepMatch}
        replacement={replacement}
        setReplacement={setReplacement}
        onReplace={replaceOne}
        onReplaceAll={() => void replaceAll()}
        edits={edits}
        lowCount={lowWords.length}
        isTranslated={canTranslate ? isTranslationShown : undefined}
        setTranslated={setTranslationShown}
        onNextLow={() => {
          setFollowing(false);
          goToWord(lowWords.find((word) => word > cursor) ?? lowWords[0]!);
          scroller.current?.focus({ preventScroll: true });
        }}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a scrolling part of the page with its own keys */}
      <div
        ref={scroller}
        id={TRANSCRIPT_ID}
        role="region"
        aria-label={t('label')}
        aria-describedby="transcript-help"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard moves through its words
        tabIndex={0}
        className={styles.scroller}
        onWheel={stopFollowing}
        onTouchMove={stopFollowing}
        onPointerDown={(event) => event.target === event.currentTarget && stopFollowing()}
        onKeyDown={onKeyDown}
      >
        <ContextMenu label={t('menu.label')} entriesAt={lineMenuAt}>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard moves through the words of the list above */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: one handler for thousands of words */}
          <div
            ref={list}
            className={styles.list}
            style={{ height: rows.getTotalSize() }}
            onClick={onClick}
            onDoubleClick={onDoubleClick}
            onDragStart={(event) => {
              const range = list.current && selectedWords(list.current);
              if (range) dragMoments(event, [sourceOf(range)]);
            }}
          >
            {rows.getVirtualItems().map((row) => {
              const paragraph = paragraphs[row.index]!;
              const match = matches[currentIndex];
              return (
                <div
                  key={row.key}
                  ref={rows.measureElement}
                  data-index={row.index}
                  className={styles.item}
                  style={{ transform: `translateY(${row.start}px)` }}
                >
                  <ParagraphRow
                    paragraph={paragraph}
                    matches={matchesByParagraph.get(row.index)}
                    currentMatch={match?.paragraph === row.index ? match : undefined}
                    editor={editedIndex.current === row.index ? editor.props : undefined}
                    naming={namingOf(paragraph)}
                    marks={marks.get(row.index)}
                    editedLabel={t('edited')}
                    isTranslated={isTranslated}
                    confidenceText={confidenceText}
                    speakerText={speakerText}
                  />
                </div>
              );
            })}
          </div>
        </ContextMenu>
      </div>
      <SelectionToolbar
        list={list}
        container={container}
        onClip={clip}
        onMark={(range) => {
          getSelection()?.removeAllRanges();
          onMark(rangeOf(range));
        }}
        onStory={(range) => {
          getSelection()?.removeAllRanges();
          addToStory(range);
        }}
        onCopy={(range) => void copy(range)}
        onAsk={(range) => {
          getSelection()?.removeAllRanges();
          onAsk(rangeOf(range));
        }}
        onSpeaker={(range) => {
          getSelection()?.removeAllRanges();
          void isolate(range);
        }}
        trimmed={(range) => momentAt(moments, rangeOf(range))}
        onTrim={(moment, range) => {
          getSelection()?.removeAllRanges();
          onTrim(moment, rangeOf(range));
        }}
        splitAt={({ first }) => splitAt(first)}
        onEdit={({ first }) => {
          getSelection()?.removeAllRanges();
          edit(first, true);
        }}
      />
      {spoken && (
        <SpeakerDialog jobId={jobId} edits={edits} spoken={spoken} onAssign={assign} onClose={() => setSpoken(null)} />
      )}
      {editor.editing ? (
        <div className={styles.help}>
          <p id="transcript-edit-help">{t('edit.help')}</p>
          {/* Keeps the caret, at which the line is split. */}
          <Button
            size="small"
            icon={ListEnd}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => editor.split.current?.()}
          >
            {t('edit.split')}
          </Button>
        </div>
      ) : (
        !isFollowing && (
          <div className={styles.resume}>
            <Button size="small" icon={ArrowDownToLine} onClick={() => setFollowing(true)}>
              {t('follow')}
            </Button>
          </div>
        )
      )}
      <p id="transcript-help" className="visually-hidden">
        {t('help')}
      </p>
      <span className="visually-hidden" aria-live="polite">
        {cursorWord &&
          `${cursorLine.segment.content.slice(cursorWord.start, cursorWord.end)}, ${position(cursorWord.from)}`}
      </span>
    </div>
  );
}

/** Index of the last word that began by a time, or the first. */
function nearestWord(starts: Float64Array, time: number): number {
  const next = starts.findIndex((start) => start > time);
  return Math.max(0, next < 0 ? starts.length - 1 : next - 1);
}

/** Keeps the rows of the editor and of the start of the selection, which would lose its words. */
function withHeldRows(range: IndexRange, list: HTMLElement | null, edited: number): number[] {
  const indexes = new Set(defaultRangeExtractor(range));
  const anchor = getSelection()?.isCollapsed === false ? getSelection()!.anchorNode : null;
  if (anchor && list?.contains(anchor)) {
    const row = anchor.parentElement?.closest<HTMLElement>('[data-index]')?.dataset['index'];
    if (row !== undefined && Number(row) < range.count) indexes.add(Number(row));
  }
  if (edited >= 0 && edited < range.count) indexes.add(edited);
  return [...indexes].sort((a, b) => a - b);
}

/** Selects the text from one word to another, in either direction. */
function selectWords(list: HTMLElement | null, anchor: number, focus: number): void {
  const from = wordElement(list, anchor);
  const to = wordElement(list, focus);
  if (!from || !to) return;
  const isForward = anchor <= focus;
  getSelection()?.setBaseAndExtent(
    from,
    isForward ? 0 : from.childNodes.length,
    to,
    isForward ? to.childNodes.length : 0,
  );
}
