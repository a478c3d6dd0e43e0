import type { Clock } from '../../base/time.ts';
import { isTerminalEvent, type JobEvent, type JobEventDraft } from '../../contract/events.ts';
import type { JobEventSource } from './types.ts';

/** Events kept for each job, so that a listener that lost its connection can resume. */
const KEPT_EVENTS = 2000;
/** Finished jobs whose events are kept. */
const KEPT_FINISHED_JOBS = 64;
/** `progress` at most twice a second. */
const PROGRESS_INTERVAL_MS = 500;

interface Channel {
  readonly ring: JobEvent[];
  /** Listeners, each with what it wants done when the job is forgotten. */
  readonly listeners: Map<(event: JobEvent) => void, (() => void) | undefined>;
  progressAt: number;
  pending: { draft: JobEventDraft; timer: NodeJS.Timeout } | undefined;
}

/**
 * What happens to jobs, for any number of listeners. Publishing never waits for one of them. Ids are
 * `<start of this process>-<count>`, so an id of an earlier process is recognised as unknown.
 */
export class JobEvents implements JobEventSource {
  readonly #clock: Clock;
  readonly #epoch: string;
  readonly #channels = new Map<string, Channel>();
  readonly #finished = new Set<string>();
  readonly #everywhere = new Set<(jobId: string, event: JobEvent) => void>();
  #count = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#epoch = clock.now().toString(36);
  }

  /** Tells all listeners. Of `progress`, the newest is told twice a second at most, and none after another frame. */
  publish(jobId: string, draft: JobEventDraft): void {
    const channel = this.#channel(jobId);
    if (draft.name === 'progress') {
      this.#publishProgress(jobId, channel, draft);
      return;
    }
    // Every other frame is newer than a progress that waits; only `segment` and `module` leave it in place.
    if (draft.name !== 'segment' && draft.name !== 'module') this.#dropPending(channel);
    this.#emit(jobId, channel, draft);
    if (isTerminalEvent(draft.name)) this.#retire(jobId);
    else this.#finished.delete(jobId);
  }

  subscribe(jobId: string, listener: (event: JobEvent) => void, afterId?: string, onEnd?: () => void): () => void {
    const channel = this.#channel(jobId);
    for (const event of this.#after(channel, afterId)) listener(event);
    channel.listeners.set(listener, onEnd);
    return () => {
      channel.listeners.delete(listener);
      if (channel.listeners.size === 0 && channel.ring.length === 0) this.#channels.delete(jobId);
    };
  }

  /** Hears every event of every job from now on; for the host, which shows what goes on. Returns how to stop. */
  subscribeAll(listener: (jobId: string, event: JobEvent) => void): () => void {
    this.#everywhere.add(listener);
    return () => void this.#everywhere.delete(listener);
  }

  /** Id of the newest event of a job; of the process's start when there was none. */
  lastId(jobId: string): string {
    return this.#channels.get(jobId)?.ring.at(-1)?.id ?? `${this.#epoch}-0`;
  }

  /** Forgets a job: its events, and its listeners after telling them. */
  drop(jobId: string): void {
    const channel = this.#channels.get(jobId);
    if (!channel) return;
    this.#dropPending(channel);
    this.#channels.delete(jobId);
    this.#finished.delete(jobId);
    for (const onEnd of [...channel.listeners.values()]) onEnd?.();
  }

  #publishProgress(jobId: string, channel: Channel, draft: JobEventDraft): void {
    const wait = channel.progressAt + PROGRESS_INTERVAL_MS - this.#clock.now();
    if (channel.pending) {
      channel.pending.draft = draft;
    } else if (wait <= 0) {
      channel.progressAt = this.#clock.now();
      this.#emit(jobId, channel, draft);
    } else {
      const timer = setTimeout(() => {
        const waiting = channel.pending;
        channel.pending = undefined;
        channel.progressAt = this.#clock.now();
        if (waiting && this.#channels.get(jobId) === channel) this.#emit(jobId, channel, waiting.draft);
      }, wait);
      timer.unref();
      channel.pending = { draft, timer };
    }
  }

  #dropPending(channel: Channel): void {
    clearTimeout(channel.pending?.timer);
    channel.pending = undefined;
  }

  #emit(jobId: string, channel: Channel, draft: JobEventDraft): void {
    const event = { ...draft, id: `${this.#epoch}-${++this.#count}` } as JobEvent;
    channel.ring.push(event);
    if (channel.ring.length > KEPT_EVENTS) channel.ring.splice(0, channel.ring.length - KEPT_EVENTS);
    for (const listener of [...channel.listeners.keys()]) listener(event);
    for (const listener of [...this.#everywhere]) listener(jobId, event);
  }

  #after(channel: Channel, afterId: string | undefined): JobEvent[] {
    const [epoch, count] = afterId?.split('-') ?? [];
    if (epoch !== this.#epoch || !count || !/^\d+$/.test(count)) return [];
    return channel.ring.filter((event) => Number(event.id.slice(event.id.indexOf('-') + 1)) > Number(count));
  }

  #channel(jobId: string): Channel {
    let channel = this.#channels.get(jobId);
    if (!channel) {
      channel = { ring: [], listeners: new Map(), progressAt: Number.NEGATIVE_INFINITY, pending: undefined };
      this.#channels.set(jobId, channel);
    }
    return channel;
  }

  /** Keeps the events of the jobs that finished last; of those with listeners, always. */
  #retire(jobId: string): void {
    this.#finished.delete(jobId);
    this.#finished.add(jobId);
    for (const old of this.#finished) {
      if (this.#finished.size <= KEPT_FINISHED_JOBS) break;
      this.#finished.delete(old);
      if (this.#channels.get(old)?.listeners.size === 0) this.#channels.delete(old);
    }
  }
}
