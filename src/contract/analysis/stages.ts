/** Stages of a run; their names are the texts `stage.<name>` of `locales/en/messages.json`. */
export const STAGE_NAMES = [
  'starting',
  'disk-space',
  'memory',
  'paused',
  'hours',
  'mains',
  'away',
  'opening',
  'first-look',
  'video-audio',
  'video',
  'audio',
  'stills',
  'findings',
  'transcoding',
] as const;
export type Stage = (typeof STAGE_NAMES)[number];
