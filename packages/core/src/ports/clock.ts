/** Time as a port. Comments wait by the same clock, so it stands in a package that both bundle. */
export { type Clock, systemClock } from '@org/approval-internal/clock';
