import { throwIfAborted } from '../../base/abort.ts';
import { roundSeconds } from '../../base/time.ts';
import type { CloserModule } from '../../contract/analysis/closer-look.ts';
import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import { BUNDLED_ENGINES, type EngineSettings } from '../../contract/system/engine-settings.ts';
import { isCut, placeFinding } from '../../core/closer/place-finding.ts';
import { type CloserView, closerViews, isOfSound } from '../../core/closer/views.ts';
import type { MediaConsumer, MediaInfo } from '../../media/frames.ts';
import { runMediaPass } from '../../media/media-pass.ts';
import { probe } from '../../media/probe.ts';
import { sharedVad } from '../../models/vad/shared.ts';
import { moduleLookup } from '../../modules/registry.ts';
import type { EmbeddingTools } from '../findings-sender.ts';
import { moduleContextOf } from '../module-context.ts';
import { ModuleRunner } from '../module-runner.ts';
import { ProgressMeter } from '../progress.ts';
import type { CloserSpec } from '../protocol.ts';
import { createStillsFolder, type StillsFolder } from '../stills-folder.ts';
import { CloserFindings } from './closer-findings.ts';
import { FrameStack } from './frame-stack.ts';
import { fitted, MAX_FRAME_SIDE, PictureLens, VIEW_SIDE } from './picture-lens.ts';
import { SoundLens } from './sound-lens.ts';

/**
 * Runs modules over a part of a video again, on enlarged pictures and amplified sound, and sends only what is new. One
 * pass a view of the frame, then one for the sound and one a skipped track, since each has its own models.
 * @throws ReelscopeError `unreadable_media`, `not_found`; CanceledError
 */
export async function lookCloser(spec: CloserSpec, tools: EmbeddingTools): Promise<void> {
  const look = new CloserRun(spec, await probe(spec.run.path, spec.run.tracks), tools);
  await look.run();
  tools.send({ type: 'done', endTime: roundSeconds(spec.range.end) });
}

class CloserRun {
  readonly #spec: CloserSpec;
  readonly #media: MediaInfo;
  readonly #tools: EmbeddingTools;
  readonly #stills: StillsFolder;
  readonly #findings = new CloserFindings();
  #passes = 0;

  constructor(spec: CloserSpec, media: MediaInfo, tools: EmbeddingTools) {
    this.#spec = spec;
    this.#media = media;
    this.#tools = tools;
    this.#stills = createStillsFolder(spec.run.stillsFolder, (still) => tools.send({ type: 'still', ...still }));
  }

  async run(): Promise<void> {
    const { region, skippedTracks } = this.#spec;
    const modules = this.#spec.modules;
    const seeing = modules.filter((module) => !isOfSound(module));
    const hearing = region ? [] : modules.filter(isOfSound);
    const views = this.#media.video && seeing.length > 0 ? closerViews(region) : [];
    const tracks = this.#media.audio && hearing.length > 0 ? [null, ...skippedTracks] : [];
    const passes = (views.length > 0 ? 1 : 0) + tracks.length;
    if (views.length > 0) await this.#look(views, seeing, passes);
    for (const track of tracks) await this.#listen(track, hearing, passes);
    await this.#findings.send(modules, this.#spec.run.finished, this.#tools);
  }

  /** Shows all views to modules of their own in one pass; they share the models. */
  async #look(views: readonly CloserView[], modules: readonly CloserModule[], passes: number): Promise<void> {
    const { range } = this.#spec;
    const stack = new FrameStack(MAX_FRAME_SIDE);
    const lenses: { view: CloserView; lens: PictureLens; runners: readonly ModuleRunner[]; media: MediaInfo }[] = [];
    for (const view of views) {
      const media = this.#mediaOf(view);
      const consumers: MediaConsumer[] = [];
      const lens = new PictureLens({ range, view, interval: view.interval, consumers, stack });
      const settings = view.interval === 0 ? this.#settings() : withoutServers(this.#settings());
      const runners = await this.#start(modules, { media, stills: this.#stillsOf(lens), settings });
      consumers.push(...runners);
      lenses.push({ view, lens, runners, media });
    }
    const all = lenses.flatMap(({ runners }) => runners);
    await this.#pass(all, [stack, ...lenses.map(({ lens }) => lens)], passes, {});
    for (const { view, lens, runners, media } of lenses) {
      await this.#findings.collect(runners, { duration: media.duration, looks: lens.count }, (_, drafts) =>
        drafts.filter((draft) => !isCut(draft, view)).map((draft) => placeFinding(draft, range.start, view)),
      );
    }
  }

  /** A view of the range as a video of its own. */
  #mediaOf(view: CloserView): MediaInfo {
    const { range } = this.#spec;
    const video = this.#media.video!;
    const size = fitted({ width: view.width * video.width, height: view.height * video.height }, VIEW_SIDE);
    return {
      ...this.#media,
      duration: range.end - range.start,
      audio: null,
      video: { ...video, rotation: 0, ...size },
    };
  }

  /** Keeps the whole frame as the evidence of a view. */
  #stillsOf(lens: PictureLens): Pick<StillsFolder, 'keep' | 'read'> {
    return {
      keep: async (picture) => {
        const original = lens.originalOf(picture);
        // A frame that began before the range counts from its start.
        if (original) await this.#stills.keep({ ...original, time: this.#spec.range.start + picture.time });
      },
      read: async () => null,
    };
  }

  async #listen(track: number | null, modules: readonly CloserModule[], passes: number): Promise<void> {
    const { range, run } = this.#spec;
    const media: MediaInfo = { ...this.#media, duration: range.end - range.start, video: null };
    const lens = new SoundLens(range);
    const stills = { keep: async () => undefined, read: async () => null };
    const runners = await this.#start(modules, { media, stills, settings: this.#settings() });
    const choice = track === null ? run.tracks : { video: null, audio: [track] };
    await this.#pass(runners, [lens], passes, { choice }, () => lens.replay(runners));
    const whole = { x: 0, y: 0, width: 1, height: 1 };
    await this.#findings.collect(runners, { duration: media.duration, looks: 0 }, (module, drafts) =>
      drafts
        // Ranges of speech and silence are no findings to add; named sounds are.
        .filter(({ data }) => module !== 'audioevents' || data?.group !== undefined)
        .map((draft) => ofTrack(placeFinding(draft, range.start, whole), track)),
    );
  }

  async #start(
    modules: readonly CloserModule[],
    parts: { media: MediaInfo; stills: Pick<StillsFolder, 'keep' | 'read'>; settings: EngineSettings },
  ): Promise<ModuleRunner[]> {
    const { run } = this.#spec;
    const lookup = moduleLookup(parts.settings);
    const vad = sharedVad();
    const meter = new ProgressMeter(parts.media.duration, () => {});
    const runners: ModuleRunner[] = [];
    for (const name of modules) {
      throwIfAborted(this.#tools.signal);
      const context = moduleContextOf(name, {
        run: { ...run, modules: [...modules] },
        tools: this.#tools,
        media: () => parts.media,
        stills: parts.stills,
        drafts: new Map(),
        meter,
        vad,
        isCloser: true,
      });
      const started = await ModuleRunner.start(await lookup(name), context);
      if (started instanceof ModuleRunner) runners.push(started);
      else if (started.status !== 'completed') this.#findings.fail(name, started.error);
    }
    return runners;
  }

  /** Reads the range once. @param after called at the end of the pass */
  async #pass(
    runners: readonly ModuleRunner[],
    consumers: readonly MediaConsumer[],
    passes: number,
    options: Pick<NonNullable<Parameters<typeof runMediaPass>[2]>, 'choice'>,
    after: () => Promise<void> = async () => {},
  ): Promise<void> {
    const { range, run } = this.#spec;
    const { signal } = this.#tools;
    const first = this.#passes++;
    if (runners.length === 0) return;
    const length = Math.max(0.001, range.end - range.start);
    try {
      await runMediaPass(run.path, consumers, {
        choice: run.tracks,
        ...options,
        range,
        signal,
        onProgress: (time) => {
          const share = Math.min(1, Math.max(0, (time - range.start) / length));
          this.#report((first + share) / passes);
        },
        onEnd: after,
      });
    } catch (error) {
      await Promise.all(runners.map((runner) => runner.dispose()));
      throw error;
    }
    this.#report((first + 1) / passes);
  }

  #report(progress: number): void {
    const stage = this.#media.video ? 'video' : 'audio';
    this.#tools.send({ type: 'progress', stage, progress, modules: {}, speed: null, etaSeconds: null });
  }

  /** The user’s engines, with the most accurate speech model that is installed. */
  #settings(): EngineSettings {
    const engines = this.#spec.run.engines ?? BUNDLED_ENGINES;
    return { ...engines, speech: { ...engines.speech, model: null } };
  }
}

/** Settings of tiles: servers with large models examine the whole frame only. */
const withoutServers = (engines: EngineSettings): EngineSettings => ({ ...engines, ollama: null });

/** Without speakers, whose labels would be those of others. */
function ofTrack(draft: SegmentDraft, track: number | null): SegmentDraft {
  const { speaker: _, speaker_id: __, ...data } = draft.data ?? {};
  return { ...draft, data: { ...data, ...(track !== null && { audio_track: track }) } };
}
