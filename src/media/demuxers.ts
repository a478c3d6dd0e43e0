import { dictionary } from '../base/dictionary.ts';
import { words } from '../base/words.ts';

/**
 * Raw video, which states no times: FFmpeg counts them at the frame rate that the stream states, or at 25 frames a
 * second.
 */
export const RAW_VIDEO: ReadonlySet<string> = new Set(
  words(`
    av1 avs2 avs3 cavsvideo dirac dnxhd evc h261 h263 h264 hevc ingenient m4v mjpeg mpegvideo obu vc1 vc1test vvc
  `),
);

/** Demuxers of formats that only a name states, since no byte of them does: speech of telephone exchanges. */
export const DEMUXER_BY_EXTENSION: Readonly<Record<string, string>> = dictionary({
  g722: 'g722',
  722: 'g722',
  g729: 'g729',
  sln: 'sln',
});

/**
 * Demuxers allowed for untrusted files, by FFmpeg's short name: those that read one file and find video or sound in it.
 * Left out are what opens other files or connections (hls, dash, concat, imf, image sequences, sdp, mlv, vobsub …),
 * which FFmpeg would choose by content; subtitles, texts, and single pictures; raw samples, whose format no byte
 * states; and formats of games.
 */
export const ALLOWED_DEMUXERS: ReadonlySet<string> = new Set([
  ...RAW_VIDEO,
  ...Object.values(DEMUXER_BY_EXTENSION),
  ...words(`
    apng asf asf_o avi dhav dv flic flv gif gxf ifv iv8 ivf ivr kux live_flv luodat lvf lxf matroska mov mpeg mpegts mtv mv mxf nsv
    nut nuv pmp pva rm simbiosis_imx smjpeg swf ty webp_anim wtv yuv4mpegpipe
  `),
  ...words(`
    aa aac ac3 ac4 act aea aiff amr amrnb amrwb ape apc au avr bonk caf codec2 dsf dss dts dtshd eac3 epaf flac gsm hcom iamf iff ilbc
    ircam laf loas mca mlp mmf mp3 mpc mpc8 nistsphere ogg oma osq pvf qcp qoa rka s337m sds shn sox spdif tak truehd tta voc vqf
    w64 wav wsd wv xwma
  `),
]);
