import { words } from '../../base/words.ts';

/**
 * Extensions of files that may be video or audio, in lowercase and without a dot: those of FFmpeg's demuxers
 * (`extensions` of libavformat's input formats) and of the cameras, recorders, and programs that write these formats.
 * The one list for folders, watch folders, drops, dialogs, and launches.
 */
export const MEDIA_EXTENSIONS: readonly string[] = [
  // ISO base media and QuickTime, with the names that phones, action cameras, and drones give them.
  ...words(
    '360 3g2 3ga 3gp 3gp2 3gpp 3gpp2 f4a f4v insv isma ismv lrf lrv m4a m4b m4p m4r m4v mj2 mjp2 mov mp4 mp4v mqv psp qt qta',
  ),
  ...words('amv asf avi divx dvr-ms flv kux mk3d mka mkv oga ogg ogm ogv ogx opus spx weba webm wm wma wmv wtv xesc'),
  // MPEG program and transport streams of disks, cameras, and receivers.
  ...words('evo m1v m2p m2t m2ts m2v mpe mpeg mpg mpv pva tod tp trp vob vro'),
  // Broadcast, tape, archive, and surveillance.
  ...words('dav dif dv gxf ifv imx ivf ivr lvf lxf mxf nsv nut nuv obu rm rmvb ty y4m'),
  // Raw video, and animated pictures.
  ...words(
    '264 265 266 apng avc avs2 avs3 dnxhd drc evc gif h261 h263 h264 h265 h266 h26l hevc mjpeg mjpg rcv vc1 vvc',
  ),
  // Audio.
  ...words(
    '8svx aac ac3 ac4 adts aif aifc aiff alac ape au avr bw64 caf dff dsf dtshd eac3 ec3 flac iamf ircam latm loas m2a mac',
  ),
  ...words(
    'mlp mp1 mp2 mp3 mpa mpc mpga nist osq pvf qoa ra rf64 rka sds shn snd sox sph tak thd truehd tta voc vqf w64 wav wave wsd',
  ),
  ...words('wv xwma'),
  // Dictation, telephones, and portable recorders.
  ...words('722 aa3 aea amr awb dss g722 g729 gsm oma omg qcp sln'),
];

/**
 * Extensions that video and audio share with other files: TypeScript, modules of Go and of old synthesizers, device
 * trees, and data. In folders, the first bytes decide.
 */
export const SHARED_EXTENSIONS: readonly string[] = words('dat dts mod mts rec ts vdr');

/**
 * Extensions of files beside media that are not media themselves: pictures (HEIC and Canon's raw files are ISO base
 * media, too), documents, subtitles, playlists, sidecars, and archives.
 */
const OTHER_EXTENSIONS = [
  ...words('arw avif bmp cr2 cr3 dng heic heif hif ico insp jpeg jpg jxl nef orf png psd raf rw2 svg thm tif tiff xcf'),
  ...words('css csv doc docx htm html js json log md odt pdf ppt pptx py rtf tsx txt xls xlsx xml xmp yaml yml'),
  ...words('ass idx lrc mks scc srt ssa stl sub sup ttml vtt'),
  ...words('asx concat cue ffconcat m3u m3u8 mpd pls ram sdp wax wpl wvx xspf'),
  ...words('aep aup3 db drp fcpxml ini lnk otio pek prproj reelscope sqlite url'),
  ...words('7z bz2 dmg exe gz iso jar msi rar tar xz zip'),
];

/** Extensions of files that a program is still writing: it gives them their names when they are complete. */
const UNFINISHED_EXTENSIONS = words('!qb !ut aria2 bc! crdownload download filepart opdownload part partial tmp ytdl');

const MEDIA: ReadonlySet<string> = new Set(MEDIA_EXTENSIONS);
const OTHER: ReadonlySet<string> = new Set(OTHER_EXTENSIONS);
const UNFINISHED: ReadonlySet<string> = new Set(UNFINISHED_EXTENSIONS);

/** Kind of a file by its name; `unknown` where its first bytes decide. */
export type NameKind = 'media' | 'other' | 'unfinished' | 'unknown';

/** Returns the kind that the extension of a name or path states; `unknown` also for {@link SHARED_EXTENSIONS}. */
export function nameKind(name: string): NameKind {
  const extension = extensionOf(name);
  if (MEDIA.has(extension)) return 'media';
  if (UNFINISHED.has(extension)) return 'unfinished';
  return OTHER.has(extension) ? 'other' : 'unknown';
}

/**
 * Returns the extension of a name or path in lowercase, without its dot; empty for a name without, or with one at its
 * start.
 */
function extensionOf(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const dot = base.lastIndexOf('.');
  return dot > 0 ? base.slice(dot + 1).toLowerCase() : '';
}
