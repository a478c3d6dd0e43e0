import type { ModuleName } from '../contract/modules.ts';
import type { FromWorker } from './protocol.ts';

/** Share of the whole run that the decoding pass takes when text modules follow; measured on 10-minute videos. */
const PASS_SHARE = 0.92;
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
  #position = 0;
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

  /** The pass has reached `time` seconds; `modules` are fed by it. */
  pass(time: number, modules: readonly ModuleName[]): void {
    this.#position = this.#duration > 0 ? Math.min(1, time / this.#duration) : 0;
    this.#passSeconds = time;
    for (const module of modules) this.#modules.set(module, this.#position * 0.95);
    this.#emit(false);
  }

  /** A module has done `fraction` (0..1) of all its work; 1 takes it out of the messages. */
  module(module: ModuleName, fraction: number): void {
    if (fraction >= 1) this.#modules.delete(module);
    else this.#modules.set(module, fraction);
    this.#emit(false);
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
    const known = this.#position >= MIN_FRACTION && elapsed > 0.5;
    this.#send({
      type: 'progress',
      stage: this.#stage,
      progress: this.#position * PASS_SHARE,
      modules: Object.fromEntries(this.#modules),
      speed: known ? this.#passSeconds / elapsed : null,
      eta_seconds: known ? (elapsed * (1 - this.#position)) / this.#position : null,
    });
  }
}
