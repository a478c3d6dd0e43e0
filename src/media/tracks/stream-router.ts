import { AVDISCARD_ALL } from 'node-av/constants';
import type { Packet, Stream } from 'node-av/lib';
import type { AudioTrack } from '../../contract/library/tracks.ts';
import type { MediaInput } from '../input.ts';
import { hasDiscontinuousTimestamps, TimestampCorrector } from '../timestamps/timestamp-corrector.ts';
import { isVideo, type StreamTrack } from './tracks.ts';
import { type ContinuableTrack, type Successor, VideoSuccession } from './video-succession.ts';

/** Any decoder of one stream. */
interface RoutedTrack {
  readonly streamIndex: number;
}

/** Streams that follow others. */
export interface Successors<Track extends RoutedTrack> {
  /** The one of them with video, which may go on in another stream. */
  video: (Track & ContinuableTrack) | undefined;
  /**
   * Opens a decoder for an audio track that the file announces late; undefined for one that can't be decoded or isn't
   * needed.
   */
  addAudio(track: StreamTrack<AudioTrack>): Track | undefined;
}

export interface RouterOptions<Track extends RoutedTrack> extends Successors<Track> {
  /** Tracks to feed; those that are added later are appended. */
  tracks: Track[];
  /** Undefined if reading starts in the middle of the file. */
  originSeconds: number | undefined;
}

/** Packets for a track, with corrected times. */
export interface Routed<Track> {
  track: Track;
  packets: readonly Packet[];
  /** Whether the packets are copies, which the caller frees. */
  areCopies: boolean;
}

/**
 * Routes the packets of a file to the tracks that decode them, and corrects their timestamps. Broadcasts may end a
 * stream and go on in another one, which was announced before or is announced then; other containers have the streams
 * of their header.
 */
export class StreamRouter<Track extends RoutedTrack> {
  readonly #input: MediaInput;
  readonly #options: RouterOptions<Track>;
  readonly #corrector: TimestampCorrector;
  readonly #succession: VideoSuccession | undefined;
  /** Indexes of the video streams that were followed. */
  readonly followed = new Set<number>();
  #streams: Stream[];
  #byStream: Map<number, Track>;

  constructor(input: MediaInput, options: RouterOptions<Track>) {
    this.#input = input;
    this.#options = options;
    this.#streams = input.context.streams;
    this.#byStream = new Map(options.tracks.map((track) => [track.streamIndex, track]));
    if (options.video) this.followed.add(options.video.streamIndex);
    const mayChange = hasDiscontinuousTimestamps(input.container);
    if (mayChange && options.video) this.#succession = new VideoSuccession(input, options.video);
    for (const stream of this.#streams) {
      const isWaiting = this.#succession && isVideo(stream);
      if (!this.#byStream.has(stream.index) && !isWaiting) stream.discard = AVDISCARD_ALL;
    }
    const read = this.#streams.filter(({ index }) => this.#byStream.has(index));
    this.#corrector = new TimestampCorrector(input.container, read, options.originSeconds);
  }

  /** Number of corrected jumps. */
  get jumps(): number {
    return this.#corrector.jumps;
  }

  route(packet: Packet): Routed<Track> | undefined {
    const { streamIndex } = packet;
    if (!this.#streams[streamIndex]) this.#discover();
    const track = this.#byStream.get(streamIndex);
    if (track) {
      if (track === (this.#options.video as unknown)) this.#succession?.current();
      this.#corrector.correct(packet);
      return { track, packets: [packet], areCopies: false };
    }
    const stream = this.#streams[streamIndex];
    if (!stream || !this.#succession || !isVideo(stream)) return undefined;
    return this.#follow(this.#succession.other(packet, stream));
  }

  /** The rest at the end of the file. */
  end(): Routed<Track> | undefined {
    return this.#follow(this.#succession?.end());
  }

  close(): void {
    this.#succession?.close();
  }

  #discover(): void {
    const known = this.#streams.length;
    this.#streams = this.#input.context.streams;
    for (const { stream, ...track } of this.#input.tracks().audio) {
      if (stream.index < known) continue;
      const added = this.#options.addAudio({ ...track, stream });
      if (!added) continue;
      this.#byStream.set(stream.index, added);
      this.#options.tracks.push(added);
      this.#corrector.add(stream);
    }
  }

  #follow(successor: Successor | undefined): Routed<Track> | undefined {
    if (!successor) return undefined;
    const { stream, before, packets } = successor;
    const track = this.#options.video!;
    this.followed.add(stream.index);
    this.#corrector.add(stream, before);
    this.#byStream.delete(before);
    this.#byStream.set(stream.index, track);
    for (const packet of packets) this.#corrector.correct(packet);
    return { track, packets, areCopies: true };
  }
}
