export { formatClock as position } from '../../base/time.ts';
