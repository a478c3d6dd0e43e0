import { type CSSProperties, memo, type ReactNode } from 'react';
import { cx } from '../../../ui/lib/classes.ts';
import { speakerHue } from '../../../ui/lib/texts/speaker-hue.ts';
import { position, useFormats } from '../../../ui/lib/use-formats.ts';
import type { TextRange } from './find/find-matches.ts';
import type { LineEditorProps } from './line-editor.tsx';
import { LineEditor } from './line-editor.tsx';
import type { MarkedWords } from './moment-marks.ts';
import { SpeakerName, type SpeakerNameProps } from './speaker-name.tsx';
import { useTranscriptText } from './text.ts';
import styles from './transcript.module.css';
import { LOW_CONFIDENCE, type Paragraph, type TranscriptLine } from './transcript-model.ts';

export interface ParagraphRowProps {
  paragraph: Paragraph;
  /** Matches of the search in the paragraph. */
  matches: readonly TextRange[] | undefined;
  currentMatch: TextRange | undefined;
  /** Editor of one of its lines. */
  editor: (LineEditorProps & { segmentId: string }) | undefined;
  /** Field for the name of its speaker. */
  naming: SpeakerNameProps | undefined;
  /** Its words that are marked as moments. */
  marks: readonly MarkedWords[] | undefined;
  editedLabel: string;
  /** Whether the English translation stands below each line that has one. */
  isTranslated: boolean;
  /** Tooltip of a word of low confidence. */
  confidenceText(confidence: number): string;
}

/** A paragraph with its time. Clicks are handled by the list. */
export const ParagraphRow = memo(
  function ParagraphRow(props: ParagraphRowProps) {
    const t = useTranscriptText();
    const { speaker: speakerText } = useFormats();
    const { paragraph, editor, naming } = props;
    const { speaker, speakerId, lines } = paragraph;
    return (
      <div className={styles.paragraph}>
        <span className={styles.head}>
          <button type="button" className={styles.time} data-seek={lines[0]!.segment.start_time} tabIndex={-1}>
            {position(lines[0]!.segment.start_time)}
          </button>
        </span>
        <div className={styles.body}>
          {speaker !== undefined && naming && <SpeakerName {...naming} />}
          {speaker !== undefined && !naming && (
            <button
              type="button"
              className={styles.speaker}
              style={{ '--hue': speakerHue(speakerId ?? speaker) } as CSSProperties}
              data-speaker={paragraph.index}
              aria-label={t('speaker.open', { name: speakerText(speaker) })}
            >
              <bdi>{speakerText(speaker)}</bdi>
            </button>
          )}
          <p dir="auto" className={styles.text}>
            {lines.map((line, i) => (
              <Line
                key={line.segment.id}
                {...props}
                line={line}
                hasSpace={i > 0 && paragraph.text[line.offset - 1] === ' '}
                editor={editor?.segmentId === line.segment.id ? editor : undefined}
              />
            ))}
          </p>
        </div>
      </div>
    );
  },
  (a, b) =>
    a.paragraph === b.paragraph &&
    a.matches === b.matches &&
    a.currentMatch === b.currentMatch &&
    a.editor === b.editor &&
    a.naming === b.naming &&
    a.marks === b.marks &&
    a.editedLabel === b.editedLabel &&
    a.isTranslated === b.isTranslated,
);

function Line(props: ParagraphRowProps & { line: TranscriptLine; hasSpace: boolean }) {
  const { line, hasSpace, editor, matches, currentMatch, marks, editedLabel, isTranslated, confidenceText } = props;
  if (editor) {
    return (
      <>
        {hasSpace && ' '}
        {/* A merge opens the editor of the same line again, at another place. */}
        <LineEditor key={`${editor.segmentId} ${editor.selected.start}`} {...editor} />
      </>
    );
  }
  const { segment, words, firstWord, offset } = line;
  const { content, data } = segment;
  const markOf = (word: number): CSSProperties | undefined => {
    const mark = marks?.find(({ first, last }) => word >= first && word <= last);
    return mark && ({ '--mark': mark.color } as CSSProperties);
  };
  const marked = (start: number, end: number) =>
    matches ? markSpans(content, start, end, offset, matches, currentMatch) : content.slice(start, end);
  return (
    <>
      {hasSpace && ' '}
      <span
        className={cx(styles.line, data?.corrected && styles.edited)}
        title={data?.corrected && data.original !== undefined ? `${editedLabel} ${data.original}` : undefined}
      >
        {words.map(({ start, end, confidence }, i) => {
          const isLow = confidence !== undefined && confidence < LOW_CONFIDENCE;
          const before = i === 0 ? 0 : words[i - 1]!.end;
          const mark = markOf(firstWord + i);
          // With the space before it, so that the line is continuous.
          const isContinued = mark !== undefined && i > 0 && markOf(firstWord + i - 1) !== undefined;
          return (
            <span key={start} className={cx(isContinued && styles.marked)} style={mark}>
              {before < start && marked(before, start)}
              <span
                data-word={firstWord + i}
                className={cx(styles.word, isLow && styles.low, mark && !isContinued && styles.marked)}
                title={isLow ? confidenceText(confidence) : undefined}
              >
                {marked(start, end)}
              </span>
            </span>
          );
        })}
      </span>
      {isTranslated && data?.translation !== undefined && (
        <span lang="en" dir="ltr" className={styles.translation}>
          {data.translation}
        </span>
      )}
    </>
  );
}

/** Marks the parts of a slice that lie in matches, which are offsets in the text of the paragraph. */
function markSpans(
  content: string,
  start: number,
  end: number,
  offset: number,
  matches: readonly TextRange[],
  current: TextRange | undefined,
): ReactNode {
  const parts: ReactNode[] = [];
  let at = start;
  for (const match of matches) {
    const from = Math.max(start, match.start - offset);
    const to = Math.min(end, match.end - offset);
    if (from >= to) continue;
    if (at < from) parts.push(content.slice(at, from));
    parts.push(
      <mark key={from} className={match === current ? styles.currentMatch : styles.match}>
        {content.slice(from, to)}
      </mark>,
    );
    at = to;
  }
  if (parts.length === 0) return content.slice(start, end);
  if (at < end) parts.push(content.slice(at, end));
  return parts;
}
