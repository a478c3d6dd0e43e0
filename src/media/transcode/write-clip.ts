import { AVCOL_PRI_BT709, AVCOL_SPC_BT709, AVCOL_TRC_BT709 } from 'node-av/constants';
import { Dictionary, FormatContext } from 'node-av/lib';
import { sentence } from '../../core/texts/sentence.ts';
import { type AudioSink, createAudioSink } from './audio-sink.ts';
import { check } from './encoder.ts';
import type { Size } from './fit.ts';
import { createVideoSink, type VideoSink } from './video-sink.ts';

const BT709 = { colorSpace: AVCOL_SPC_BT709, colorPrimaries: AVCOL_PRI_BT709, colorTrc: AVCOL_TRC_BT709 };

/** Streams of a clip that is made from several files. */
export interface ClipSinks {
  /** Null for sound only. */
  video: VideoSink | null;
  audio: AudioSink;
}

/** Writes an MP4 with the index in front. @throws ReelscopeError `storage_full`, `internal`; errors of `write` */
export async function writeClip(
  target: string,
  canvas: Size | null,
  write: (sinks: ClipSinks) => Promise<void>,
): Promise<void> {
  const output = new FormatContext();
  let sinks: ClipSinks | undefined;
  let isOpen = false;
  try {
    check(output.allocOutputContext2(null, 'mp4', target), sentence('step.write'));
    sinks = { video: canvas && createVideoSink(output, canvas, BT709), audio: createAudioSink(output) };
    check(await output.openOutput(), sentence('step.create'));
    isOpen = true;
    check(await output.writeHeader(Dictionary.fromObject({ movflags: '+faststart' })), sentence('step.write'));
    await write(sinks);
    sinks.video?.finish();
    sinks.audio.finish();
    check(await output.writeTrailer(), sentence('step.write'));
    await output.closeOutput();
    isOpen = false;
  } finally {
    sinks?.video?.close();
    sinks?.audio.close();
    if (isOpen) await output.closeOutput();
    output.freeContext();
  }
}
