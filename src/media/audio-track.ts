import type { Frame, Stream } from 'node-av/lib';
import { createAudioResampler } from './audio-resampler.ts';
import { AudioTimeline } from './audio-timeline.ts';
import { openDecoder } from './decoder.ts';
import { AUDIO_SAMPLE_RATE, type AudioChunk, type MediaConsumer } from './frames.ts';
import { NO_TIMESTAMP, toSeconds } from './timestamps.ts';
import type { Track } from './track.ts';

/** Decodes an audio stream into 16 kHz mono chunks for the consumers that need audio. */
export function createAudioTrack(stream: Stream, originSeconds: number, consumers: readonly MediaConsumer[]): Track {
  const listeners = consumers.filter((consumer) => consumer.needs.audio && consumer.onAudio);
  // Audio decoding is a few percent of the work, so one thread suffices.
  const decoder = openDecoder(stream, 1);
  const resampler = createAudioResampler(AUDIO_SAMPLE_RATE, 1);
  const timeline = new AudioTimeline();
  const ready: AudioChunk[] = [];
  let frames = 0;

  const onFrame = (frame: Frame): void => {
    frames++;
    const pts = frame.pts === NO_TIMESTAMP ? undefined : toSeconds(frame.pts, stream.timeBase) - originSeconds;
    for (const chunk of timeline.place(pts, resampler.push(frame))) ready.push(chunk);
  };

  async function deliver(): Promise<void> {
    for (const chunk of ready.splice(0)) {
      for (const listener of listeners) await listener.onAudio?.(chunk);
    }
  }

  return {
    streamIndex: stream.index,
    get endTime() {
      return timeline.end;
    },
    get units() {
      return frames;
    },
    get damaged() {
      return decoder.damaged + resampler.refused;
    },
    feed(packet) {
      decoder.decode(packet, onFrame);
      if (packet === null) for (const chunk of timeline.place(undefined, resampler.flush())) ready.push(chunk);
      return ready.length > 0 ? deliver() : undefined;
    },
    close() {
      decoder.close();
      resampler.close();
    },
  };
}
