export { keywords } from './module.ts';
