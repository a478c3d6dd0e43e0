export { logos } from './module.ts';
