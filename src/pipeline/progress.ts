import type { ModuleName } from '../contract/modules.ts';
import type { FromWorker } from './protocol.ts';

/** Share of the whole run that the decoding pass takes when text modules follow; measured on 10-minute videos. */
const PASS_SHARE = 0.92;
/** Share of a module's work that is done when it has worked through the media. */
const FED_SHARE = 0.95;
/** Progress messages are at least this far apart (milliseconds). */
const INTERVAL_MS = 250;
/** No estimate before this much has been done: the first second is start-up. */
const MIN_FRACTION = 0.01;

export type ProgressMessage = Extract<FromWorker, { type: 'progress' }>;

/** Turns the pass's position and the modules' own progress into messages with speed and remaining time. */
export class ProgressMeter {
  readonly #duration: number;
  readonly #send: (message: ProgressMessage) => void;
  readonly #modules = new Map<ModuleName, number>();
  readonly #started: number;
  readonly #now: () => number;
  #lastSent = Number.NEGATIVE_INFINITY;
  /** 0..1 of the media: what was decoded. */
  #decoded = 0;
  /** Modules that lag behind it, and how far they were when the pass ended. */
  readonly #behind = new Set<ModuleName>();
  readonly #atEnd = new Map<ModuleName, number>();
  #stage = 'opening the file';
  #passSeconds = 0;

  /** @param duration seconds of media; @param now milliseconds, monotonic */
  constructor(duration: number, send: (message: ProgressMessage) => void, now: () => number = () => performance.now()) {
    this.#duration = duration;
    this.#send = send;
    this.#now = now;
    this.#started = now();
  }

  stage(stage: string): void {
    this.#stage = stage;
    this.#emit(true);
  }

  /** The pass has reached `time` seconds; `modules` are fed by it, and some have worked only up to the seconds in `behind`. */
  pass(time: number, modules: readonly ModuleName[], behind: ReadonlyMap<ModuleName, number> = new Map()): void {
    const share = (seconds: number) => (this.#duration > 0 ? Math.min(1, seconds / this.#duration) : 0);
    this.#decoded = share(time);
    this.#passSeconds = time;
    for (const module of modules) {
      const worked = behind.get(module);
      if (worked === undefined) this.#behind.delete(module);
      else this.#behind.add(module);
      this.#modules.set(module, share(worked ?? time) * FED_SHARE);
    }
    this.#emit(false);
  }

  /** After the pass a module has done `fraction` (0..1) of what it had left. */
  finishing(module: ModuleName, fraction: number): void {
    const before = this.#atEnd.get(module) ?? this.#modules.get(module) ?? FED_SHARE;
    this.#atEnd.set(module, before);
    this.module(module, before + (1 - before) * fraction);
  }

  /** A module has done `fraction` (0..1) of all its work; 1 takes it out of the messages. */
  module(module: ModuleName, fraction: number): void {
    if (fraction >= 1) this.#modules.delete(module);
    else this.#modules.set(module, fraction);
    this.#emit(false);
  }

  /** 0..1 of the media: what was decoded and worked through by all. */
  get #position(): number {
    const behind = [...this.#behind].map((module) => Math.min(1, (this.#modules.get(module) ?? 1) / FED_SHARE));
    return Math.min(this.#decoded, ...behind);
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
    const position = this.#position;
    const seconds = this.#behind.size > 0 ? position * this.#duration : this.#passSeconds;
    const known = position >= MIN_FRACTION && elapsed > 0.5;
    this.#send({
      type: 'progress',
      stage: this.#stage,
      progress: position * PASS_SHARE,
      modules: Object.fromEntries(this.#modules),
      speed: known ? seconds / elapsed : null,
      etaSeconds: known ? (elapsed * (1 - position)) / position : null,
    });
  }
}
