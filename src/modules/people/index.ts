export { people } from './module.ts';
