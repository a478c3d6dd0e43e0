import type { ModuleName } from '../contract/analysis/modules.ts';
import type { Stage } from '../contract/analysis/stages.ts';
import type { FromWorker } from './protocol.ts';

/** Share of the run that the media pass takes if text modules follow; measured on 10-minute videos. */
const PASS_SHARE = 0.92;
/** Share of a module's work that is done at the end of the media. */
const FED_SHARE = 0.95;
/** Minimum interval between progress messages, in milliseconds. */
const INTERVAL_MS = 250;
/** Minimum progress for an estimate: the first second is startup. */
const MIN_FRACTION = 0.01;

export type ProgressMessage = Extract<FromWorker, { type: 'progress' }>;

/** Combines the pass's position and the modules' progress into messages with speed and remaining time. */
export class ProgressMeter {
  readonly #duration: number;
  readonly #send: (message: ProgressMessage) => void;
  readonly #modules = new Map<ModuleName, number>();
  readonly #started: number;
  readonly #now: () => number;
  #lastSent = Number.NEGATIVE_INFINITY;
  /** Decoded share of the media, 0..1. */
  #decoded = 0;
  /** Modules that lag behind the pass, and their progress at its end. */
  readonly #behind = new Set<ModuleName>();
  readonly #atEnd = new Map<ModuleName, number>();
  #stage: Stage = 'opening';
  #passSeconds = 0;
  #position = 0;

  /** @param duration seconds of media; @param now milliseconds, monotonic */
  constructor(duration: number, send: (message: ProgressMessage) => void, now: () => number = () => performance.now()) {
    this.#duration = duration;
    this.#send = send;
    this.#now = now;
    this.#started = now();
  }

  stage(stage: Stage): void {
    this.#stage = stage;
    this.#emit(true);
  }

  /** Records the share (0..1) of a first look that ends the run. */
  lookedAt(fraction: number): void {
    this.#decoded = fraction;
    this.#emit(true);
  }

  /**
   * Records that the pass reached `time` seconds; of the `modules` it feeds, some have only reached the seconds in
   * `behind`.
   */
  pass(time: number, modules: readonly ModuleName[], behind: ReadonlyMap<ModuleName, number> = new Map()): void {
    const share = (seconds: number) => (this.#duration > 0 ? Math.min(1, seconds / this.#duration) : 0);
    this.#decoded = share(time);
    this.#passSeconds = time;
    for (const module of modules) {
      const worked = behind.get(module);
      if (worked === undefined) this.#behind.delete(module);
      else this.#behind.add(module);
      // A module that starts on sound it has collected reports an earlier time than before.
      this.#modules.set(module, Math.max(this.#modules.get(module) ?? 0, share(worked ?? time) * FED_SHARE));
    }
    this.#emit(false);
  }

  /** Records that the media was read to its end, which may be before the end that the file states. */
  ended(): void {
    this.#decoded = 1;
  }

  /** Records that a module has done `fraction` (0..1) of its remaining work after the pass. */
  finishing(module: ModuleName, fraction: number): void {
    const before = this.#atEnd.get(module) ?? this.#modules.get(module) ?? FED_SHARE;
    this.#atEnd.set(module, before);
    this.module(module, before + (1 - before) * fraction);
  }

  /** Records that a module has done `fraction` (0..1) of its work; 1 removes it from the messages. */
  module(module: ModuleName, fraction: number): void {
    if (fraction >= 1) this.#modules.delete(module);
    else this.#modules.set(module, fraction);
    this.#emit(false);
  }

  /** Share of the media that all modules have processed, 0..1. Never falls. */
  #advance(): number {
    const behind = [...this.#behind].map((module) => Math.min(1, (this.#modules.get(module) ?? 1) / FED_SHARE));
    this.#position = Math.max(this.#position, Math.min(this.#decoded, ...behind));
    return this.#position;
  }

  /** Seconds since the run began. */
  get elapsed(): number {
    return (this.#now() - this.#started) / 1000;
  }

  #emit(always: boolean): void {
    const now = this.#now();
    if (!always && now - this.#lastSent < INTERVAL_MS) return;
    this.#lastSent = now;
    const elapsed = this.elapsed;
    const position = this.#advance();
    const seconds = this.#behind.size > 0 ? position * this.#duration : this.#passSeconds;
    const known = position >= MIN_FRACTION && elapsed > 0.5;
    const progress = position * PASS_SHARE;
    this.#send({
      type: 'progress',
      stage: this.#stage,
      progress,
      modules: Object.fromEntries(this.#modules),
      speed: known ? seconds / elapsed : null,
      // The steps after the pass may take a second or, with a language model, many minutes.
      etaSeconds: known && position < 1 ? (elapsed * (1 - progress)) / progress : null,
    });
  }
}
