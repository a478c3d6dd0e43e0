export { joinParts } from './join.ts';
export { transcode } from './transcode.ts';
