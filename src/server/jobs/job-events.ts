import { randomHex } from '../../base/ids.ts';
import { type Clock, monotonicClock } from '../../base/time.ts';
import { isTerminalEvent, type JobEvent, type JobEventDraft } from '../../contract/analysis/events.ts';
import type { JobEventSource } from './types.ts';

/** Number of events kept for each job, so that a disconnected listener can resume. */
const KEPT_EVENTS = 2000;
/** Number of finished jobs whose events are kept. */
const KEPT_FINISHED_JOBS = 64;
/** Minimum interval between `progress` events. */
const PROGRESS_INTERVAL_MS = 500;

interface Channel {
  readonly ring: JobEvent[];
  /** Count of the newest event that is no longer in the ring. */
  droppedTo: number;
  /** Listeners with their optional callbacks for the removal of the job. */
  readonly listeners: Map<(event: JobEvent) => void, (() => void) | undefined>;
  progressAt: number;
  pending: { draft: JobEventDraft; timer: NodeJS.Timeout } | undefined;
}

/**
 * Event bus for jobs. Publishing never waits for a listener. Event ids are `<id of this process>-<count>`, so an id of
 * an earlier process is detected as unknown, whatever the system's clock shows.
 */
export class JobEvents implements JobEventSource {
  readonly #clock: Clock;
  #epoch = newEpoch();
  readonly #channels = new Map<string, Channel>();
  readonly #finished = new Set<string>();
  readonly #everywhere = new Set<(jobId: string, event: JobEvent) => void>();
  #count = 0;
  /** Count of the newest event of a job whose events were removed. */
  #retiredTo = 0;

  /** @param clock measures the interval of `progress`; a system clock that is set back would stop it */
  constructor(clock: Clock = monotonicClock) {
    this.#clock = clock;
  }

  /** Publishes an event. `progress` is limited to the newest twice a second, and never follows a later event. */
  publish(jobId: string, draft: JobEventDraft): void {
    const channel = this.#channel(jobId);
    if (draft.name === 'progress') {
      this.#publishProgress(jobId, channel, draft);
      return;
    }
    // Any other event supersedes pending progress; only `segment` and `module` do not.
    if (draft.name !== 'segment' && draft.name !== 'module') this.#dropPending(channel);
    this.#emit(jobId, channel, draft);
    if (isTerminalEvent(draft.name)) this.#retire(jobId);
    else this.#finished.delete(jobId);
  }

  subscribe(jobId: string, listener: (event: JobEvent) => void, afterId?: string, onEnd?: () => void): () => void {
    const channel = this.#channel(jobId);
    const after = this.#countOf(afterId);
    const missed = after === undefined ? [] : channel.ring.filter((event) => this.#countOf(event.id)! > after);
    for (const event of missed) listener(event);
    channel.listeners.set(listener, onEnd);
    return () => {
      channel.listeners.delete(listener);
      if (channel.listeners.size === 0 && channel.ring.length === 0) this.#channels.delete(jobId);
    };
  }

  /** Subscribes to future events of all jobs. Returns a function that unsubscribes. */
  subscribeAll(listener: (jobId: string, event: JobEvent) => void): () => void {
    this.#everywhere.add(listener);
    return () => void this.#everywhere.delete(listener);
  }

  /** Whether all events of a job after this one are still known. */
  canResume(jobId: string, afterId: string): boolean {
    const after = this.#countOf(afterId);
    const droppedTo = this.#channels.get(jobId)?.droppedTo ?? this.#retiredTo;
    return after !== undefined && after >= droppedTo && after <= this.#count;
  }

  /** Id of the newest event of a job, or the start of the process if there is none. */
  lastId(jobId: string): string {
    return this.#channels.get(jobId)?.ring.at(-1)?.id ?? `${this.#epoch}-0`;
  }

  /** Forgets all events, since the library was replaced: ids from before it are unknown afterwards. */
  restart(): void {
    this.#epoch = newEpoch();
    for (const channel of this.#channels.values()) channel.ring.length = 0;
  }

  /** Removes a job's events and listeners, after notifying the listeners. */
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
    if (channel.ring.length > KEPT_EVENTS) channel.droppedTo = this.#countOf(channel.ring.shift()!.id)!;
    for (const listener of [...channel.listeners.keys()]) listener(event);
    for (const listener of [...this.#everywhere]) listener(jobId, event);
  }

  /** Count in an event id of this process. */
  #countOf(id: string | undefined): number | undefined {
    const [epoch, count] = id?.split('-') ?? [];
    return epoch === this.#epoch && count && /^\d+$/.test(count) ? Number(count) : undefined;
  }

  #channel(jobId: string): Channel {
    let channel = this.#channels.get(jobId);
    if (!channel) {
      channel = {
        ring: [],
        droppedTo: this.#retiredTo,
        listeners: new Map(),
        progressAt: Number.NEGATIVE_INFINITY,
        pending: undefined,
      };
      this.#channels.set(jobId, channel);
    }
    return channel;
  }

  /** Removes events of old finished jobs, except those with listeners. */
  #retire(jobId: string): void {
    this.#finished.delete(jobId);
    this.#finished.add(jobId);
    for (const old of this.#finished) {
      if (this.#finished.size <= KEPT_FINISHED_JOBS) break;
      this.#finished.delete(old);
      const channel = this.#channels.get(old);
      if (channel?.listeners.size !== 0) continue;
      this.#channels.delete(old);
      this.#retiredTo = Math.max(this.#retiredTo, this.#countOf(channel.ring.at(-1)?.id) ?? 0);
    }
  }
}

const newEpoch = (): string => randomHex(4);
