import type { Frame, Stream } from 'node-av/lib';
import { ReelscopeError } from '../../contract/errors.ts';
import type { AudioTrack, AudioTrackState } from '../../contract/library/tracks.ts';
import { openFollowingDecoder, type StreamDecoder } from '../decoder.ts';
import { AUDIO_SAMPLE_RATE, type AudioChunk, type MediaConsumer } from '../frames.ts';
import { NO_TIMESTAMP, toSeconds } from '../timestamps/timestamps.ts';
import type { Track } from '../tracks/track.ts';
import type { StreamTrack } from '../tracks/tracks.ts';
import { AudioTimeline } from './audio-timeline.ts';
import { createMonoConverter } from './mono-converter.ts';
import { TrackMix, type TrackMixOptions } from './track-mix.ts';
import { trackTiers } from './track-roles.ts';

/** Share of its sound from which on a track counts as heard, though it was mixed for a part only. */
const MIN_HEARD_SHARE = 0.5;

export interface AudioGroupOptions extends Omit<TrackMixOptions, 'tiers'> {
  /** Earliest time of the file in seconds. */
  originSeconds: number;
}

interface AddedTrack {
  track: StreamTrack<AudioTrack>;
  /** Undefined if it can't be decoded. */
  decoded: Track | undefined;
}

/** Audio tracks of a file, decoded together into one signal of 16 kHz mono chunks for the consumers that need audio. */
export class AudioGroup {
  readonly #listeners: readonly MediaConsumer[];
  readonly #originSeconds: number;
  readonly #mix: TrackMix;
  readonly #added: AddedTrack[] = [];
  /** Tracks that have not ended. */
  #open = 0;

  constructor(consumers: readonly MediaConsumer[], { originSeconds, ...options }: AudioGroupOptions) {
    this.#listeners = consumers.filter((consumer) => consumer.needs.audio && consumer.onAudio);
    this.#originSeconds = originSeconds;
    this.#mix = new TrackMix({ ...options, tiers: () => trackTiers(this.#added.map(({ track }) => track)) });
  }

  /** Adds a track; undefined if it can't be decoded. */
  add(track: StreamTrack<AudioTrack>): Track | undefined {
    const decoder = openAudioDecoder(track.stream);
    const decoded = decoder && this.#createTrack(track, decoder, this.#mix.add(track.number));
    this.#added.push({ track, decoded });
    if (decoded) this.#open++;
    return decoded;
  }

  /** States of the tracks, by number. */
  states(): Map<number, AudioTrackState> {
    const shares = this.#mix.shares();
    const stateOf = ({ track, decoded }: AddedTrack): AudioTrackState => {
      if (!decoded || decoded.units === 0) return 'undecodable';
      const share = shares.get(track.number);
      if (share?.soundSeconds === 0) return 'silent';
      return !share || share.heardSeconds >= MIN_HEARD_SHARE * share.soundSeconds ? 'heard' : 'unheard';
    };
    return new Map(this.#added.map((each) => [each.track.number, stateOf(each)]));
  }

  #createTrack({ stream, number }: StreamTrack<AudioTrack>, decoder: StreamDecoder, start: number): Track {
    const converter = createMonoConverter(AUDIO_SAMPLE_RATE);
    const timeline = new AudioTimeline(start);
    const { num, den } = stream.timeBase;
    const ready: AudioChunk[] = [];
    let frames = 0;
    const onFrame = (frame: Frame): void => {
      frames++;
      const time = frame.pts === NO_TIMESTAMP ? undefined : toSeconds(frame.pts, { num, den }) - this.#originSeconds;
      for (const chunk of timeline.place(time, converter.push(frame))) ready.push(chunk);
    };
    const deliver = async (isEnd: boolean): Promise<void> => {
      for (const { samples } of ready.splice(0)) await this.#mix.push(number, samples);
      for (const chunk of this.#mix.ready(isEnd)) {
        for (const listener of this.#listeners) await listener.onAudio?.(chunk);
      }
    };
    return {
      streamIndex: stream.index,
      get endTime() {
        return timeline.end;
      },
      get units() {
        return frames;
      },
      get damaged() {
        return decoder.damaged + converter.refused;
      },
      feed: (packet) => {
        decoder.decode(packet, onFrame);
        if (packet !== null) return ready.length > 0 ? deliver(false) : undefined;
        for (const chunk of timeline.place(undefined, converter.flush())) ready.push(chunk);
        this.#open--;
        return deliver(this.#open === 0);
      },
      close() {
        decoder.close();
        converter.close();
      },
    };
  }
}

function openAudioDecoder(stream: Stream): StreamDecoder | undefined {
  try {
    // Audio decoding is a few percent of the work, so one thread suffices.
    return openFollowingDecoder(stream, 1);
  } catch (error) {
    if (error instanceof ReelscopeError) return undefined;
    throw error;
  }
}
