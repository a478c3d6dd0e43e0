/** English names of the stages of a run. Windows show them by the keys `stage.<name>`. */
export const STAGES = {
  starting: 'Starting',
  'disk-space': 'Waiting for free disk space',
  opening: 'Opening file',
  'video-audio': 'Analyzing video and audio',
  video: 'Analyzing video',
  audio: 'Analyzing audio',
  stills: 'Checking saved frames',
  findings: 'Processing findings',
  transcoding: 'Transcoding',
} as const;
export const STAGE_NAMES = Object.keys(STAGES) as [Stage, ...Stage[]];
export type Stage = keyof typeof STAGES;
