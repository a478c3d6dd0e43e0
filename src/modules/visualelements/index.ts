export { visualelements } from './module.ts';
