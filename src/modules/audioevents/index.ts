export { audioevents } from './module.ts';
