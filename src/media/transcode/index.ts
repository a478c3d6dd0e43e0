export { transcode } from './transcode.ts';
