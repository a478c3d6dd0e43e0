import { Bookmark } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'wouter';
import type { ChatMessage, ChatMetadata, LabeledVideo } from '../../../contract/search/chat.ts';
import { cx } from '../../ui/lib/classes.ts';
import { useMessages } from '../../ui/lib/messages.ts';
import { useMomentText } from '../../ui/lib/texts/moment-text.ts';
import { position } from '../../ui/lib/use-formats.ts';
import { type Inline, readAnswer } from './answer-text.ts';
import styles from './ask.module.css';
import { BestPassage } from './best-passage.tsx';
import { type Source, Sources } from './sources.tsx';
import { useAskText } from './text.ts';

/** How the answers of a chat are shown, for one video or several. */
export interface MessageParts {
  /** Findings that an answer cites. */
  sourcesOf(metadata: ChatMetadata): Source[];
  /** Opens a time of a video, whose job id is null in a chat about one. Null if that video was deleted. */
  onSeek: OnSeek | null;
  /** Marks a cited time as a moment. */
  onMark?: OnSeek;
}

type OnSeek = (seconds: number, jobId: string | null) => void;

/** A question, or an answer with its times as buttons and its sources. */
export function Message({
  message,
  sourcesOf,
  onSeek,
  onMark,
}: MessageParts & { message: Pick<ChatMessage, 'role' | 'content' | 'metadata'> }) {
  const t = useAskText();
  const messages = useMessages();
  const metadata = useMemo(() => readMetadata(message.metadata), [message.metadata]);
  if (message.role === 'user') {
    return (
      <li className={styles.question}>
        <span className="visually-hidden">{t('you')}</span>
        <p dir="auto">{message.content}</p>
      </li>
    );
  }
  const videos = metadata?.videos ?? [];
  const sources = metadata && onSeek ? sourcesOf(metadata) : [];
  const best = metadata?.kind === 'passages' && sources.find(({ id }) => id === metadata.citations[0]?.segment_id);
  return (
    <li className={cx(styles.answer, metadata?.kind === 'not_found' && styles.notFound)}>
      <span className="visually-hidden">{t('answer')}</span>
      {best && (
        <BestPassage source={best} onSeek={onSeek!}>
          <CitedTime time={timeOf(best)} videos={videos} onSeek={onSeek} onMark={onMark} />
        </BestPassage>
      )}
      <Answer
        text={best ? afterFirst(message.content) : message.content}
        videos={videos}
        onSeek={onSeek}
        onMark={onMark}
      />
      {onSeek && !best && <Sources sources={sources} onSeek={onSeek} />}
      {metadata && !isEmpty(metadata) && <p className={styles.basis}>{basisOf(metadata, t)}</p>}
      {metadata?.fallback_reason && (
        <p className={styles.basis}>
          {t('basis.fallback', { reason: messages.text(metadata.fallback_text, metadata.fallback_reason) })}
        </p>
      )}
      {metadata?.extractive && !!metadata.unsupported && <p className={styles.basis}>{t('basis.replaced')}</p>}
      {!!metadata?.times_removed && (
        <p className={styles.basis}>{t('basis.removed', { count: metadata.times_removed })}</p>
      )}
    </li>
  );
}

function timeOf({ time }: Source): CitedTimePiece {
  return { kind: 'time', text: position(time), seconds: Math.floor(time), label: null };
}

/** An answer without its first paragraph, which is shown as the best passage. */
function afterFirst(text: string): string {
  return text.split('\n\n').slice(1).join('\n\n');
}

/** An answer in progress, as plain text: its times are not verified yet. */
export function Writing({ text }: { text: string }) {
  const t = useAskText();
  return (
    // Announced when complete, not word by word.
    <li className={styles.answer} aria-busy aria-live="off">
      <p dir="auto" className={styles.writing}>
        {text}
      </p>
      <p className={styles.basis}>{t('writing')}</p>
    </li>
  );
}

interface AnswerProps {
  /** Videos of the answer's times, in a chat about several. */
  videos: readonly LabeledVideo[];
  onSeek: OnSeek | null;
  onMark: OnSeek | undefined;
}

function Answer({ text, ...parts }: AnswerProps & { text: string }) {
  const blocks = useMemo(() => readAnswer(text), [text]);
  // The text never changes, so positions are stable keys.
  return blocks.map((block, i) =>
    block.kind === 'list' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <ul key={i} className={styles.points}>
        {block.lines.map((line, j) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={j} dir="auto">
            <Line pieces={line} {...parts} />
          </li>
        ))}
      </ul>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <p key={i} dir="auto">
        <Line pieces={block.lines[0]!} {...parts} />
      </p>
    ),
  );
}

function Line({ pieces, ...parts }: AnswerProps & { pieces: readonly Inline[] }) {
  return pieces.map((piece, i) => {
    if (piece.kind === 'text') return piece.text;
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text that never changes
    if (piece.kind === 'unsupported') return <Unsupported key={i} text={piece.text} />;
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text that never changes
    if (piece.kind === 'time') return <CitedTime key={i} time={piece} {...parts} />;
    const video = parts.videos.find(({ label }) => piece.text.includes(`${label}: `));
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text that never changes
    if (!video || !parts.onSeek) return <strong key={i}>{piece.text}</strong>;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text that never changes
      <strong key={i}>
        <Link href={`/videos/${video.job_id}`} className={styles.video}>
          {piece.text}
        </Link>
      </strong>
    );
  });
}

function Unsupported({ text }: { text: string }) {
  const t = useAskText();
  return (
    <>
      <span className={styles.doubtful}>{text}</span> <span className={styles.unsupported}>{t('unsupported')}</span>
    </>
  );
}

type CitedTimePiece = Extract<Inline, { kind: 'time' }>;

function CitedTime({ time, videos, onSeek, onMark }: AnswerProps & { time: CitedTimePiece }) {
  const t = useMomentText();
  const video = videos.find(({ label }) => label === time.label);
  const at = position(time.seconds);
  const shown = time.label === null ? at : `${time.label} ${at}`;
  if (!onSeek || (time.label !== null && !video)) return <strong>{shown}</strong>;
  const jobId = video?.job_id ?? null;
  const named = video ? `${video.name}, ${at}` : at;
  return (
    <span className={styles.cited}>
      <button type="button" className={styles.time} title={video?.name} onClick={() => onSeek(time.seconds, jobId)}>
        {shown}
        {video && <span className="visually-hidden">, {video.name}</span>}
      </button>
      {onMark && (
        <button
          type="button"
          className={styles.mark}
          aria-label={t('fromAnswer', { time: named })}
          title={t('fromAnswer', { time: at })}
          onClick={() => onMark(time.seconds, jobId)}
        >
          <Bookmark aria-hidden size={12} strokeWidth={2} />
        </button>
      )}
    </span>
  );
}

/** Whether an answer rests on no finding: it states that there is nothing, or describes the file. */
function isEmpty({ kind, segments_used: count }: ChatMetadata): boolean {
  return count === 0 && (kind === 'not_found' || kind === 'computed');
}

function basisOf(metadata: ChatMetadata, t: ReturnType<typeof useAskText>): string {
  const { segments_used: count, extractive, engine, kind } = metadata;
  if (count === 0) return t('basis.none');
  if (kind === 'not_found') return t('basis.near');
  if (kind === 'computed') return t('basis.computed', { count });
  if (extractive) return t('basis.extractive', { count });
  const read = count - (metadata.segments_omitted ?? 0);
  if (read < count) return t('basis.part', { read, count, engine: nameOf(engine) });
  return t('basis.model', { count, engine: nameOf(engine) });
}

/** Name of a language model, from its engine id `ollama:NAME@DIGEST`. */
function nameOf(engine: string): string {
  return engine.replace(/^ollama:/, '').replace(/@[^@]*$/, '');
}

/** Details of an answer; null for questions, and for messages of API clients, which may contain any JSON. */
export function readMetadata(text: string | null): ChatMetadata | null {
  if (text === null) return null;
  const value = JSON.parse(text) as Partial<ChatMetadata> | null;
  return value && Array.isArray(value.citations) && typeof value.segments_used === 'number'
    ? (value as ChatMetadata)
    : null;
}
