import { AV_CHANNEL_ORDER_NATIVE } from 'node-av/constants';
import type { ChannelLayout } from 'node-av/lib';

/** Bit of the front center in FFmpeg's channel masks; speech of films and broadcasts is there. */
const FRONT_CENTER = 0x4n;
/** Front left and right. */
const FRONT_SIDES = 0x3n;
const LOW_FREQUENCY = 0x8n;
/** Weights beside a center of 1: music and effects of the sides don't cover the speech, but stay audible. */
const SIDE_WEIGHT = 0.4;
const SURROUND_WEIGHT = 0.25;

/** How a channel is mixed to mono. */
export interface ChannelRole {
  weight: number;
  /** Whether it is for low frequencies. */
  isLow: boolean;
}

/**
 * Returns how the channels of a layout are mixed: the center first in layouts that have one, otherwise all alike. Pure.
 */
export function channelRoles({ nbChannels, order, mask }: ChannelLayout): ChannelRole[] {
  const isSurround = order === AV_CHANNEL_ORDER_NATIVE && nbChannels > 2 && (mask & FRONT_CENTER) !== 0n;
  if (!isSurround) return Array.from({ length: nbChannels }, () => ({ weight: 1, isLow: false }));
  const roles: ChannelRole[] = [];
  for (let bit = 1n; bit <= mask; bit <<= 1n) {
    if ((mask & bit) === 0n) continue;
    const beside = (bit & FRONT_SIDES) !== 0n ? SIDE_WEIGHT : SURROUND_WEIGHT;
    roles.push({ weight: bit === FRONT_CENTER ? 1 : beside, isLow: bit === LOW_FREQUENCY });
  }
  return roles;
}
