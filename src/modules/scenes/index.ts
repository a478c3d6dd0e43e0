export { scenes } from './module.ts';
