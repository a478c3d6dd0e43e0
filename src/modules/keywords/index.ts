export { keywords, keywordsBy } from './module.ts';
