import { type CameraMovement, nameOfMovement } from '../../../contract/analysis/camera.ts';
import type { SegmentDraft } from '../../../contract/analysis/segment.ts';
import { type MessageParam, type MessageRef, message } from '../../../contract/message.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import type { TransitionKind } from '../boundary.ts';
import type { ColorShare } from './colors.ts';
import type { ShotStatistics } from './shot-statistics.ts';

/** A sentence names the first movements of the camera; `camera` has all. */
const MAX_NAMED_MOVEMENTS = 3;

/** A completed shot. Times in seconds; `stillTime` is undefined if no still was saved. */
export interface Shot {
  number: number;
  start: number;
  end: number;
  /** How the shot begins; null for the first one. */
  transition: { kind: TransitionKind; start: number; end: number; confidence: number } | null;
  statistics: ShotStatistics;
  /** Seen at its key frames only, which say nothing about motion. */
  isProvisional?: boolean;
  stillTime: number | undefined;
}

/** Turns a shot into a finding: a readable, searchable description and its measurements. */
export function describeShot(shot: Shot): SegmentDraft {
  const { statistics, transition } = shot;
  const length = round(shot.end - shot.start, 3);
  const { message: content, text } = sentence('shot', {
    number: String(shot.number),
    length: lengthMessage(length),
    looks: lookMessages(shot),
  });
  return {
    content,
    start_time: round(shot.start, 3),
    end_time: round(shot.end, 3),
    data: {
      text,
      shot: shot.number,
      length,
      brightness: round(statistics.brightness, 2),
      ...(shot.isProvisional ? {} : { motion: round(statistics.motion, 2) }),
      colors: statistics.colors.map((color) => (color.name === 'grey' ? { ...color, name: 'gray' } : color)),
      // Older name of the same.
      colours: statistics.colors,
      ...cameraData(statistics.camera),
      transition: transition && {
        kind: transition.kind,
        start: round(transition.start, 3),
        end: round(transition.end, 3),
      },
      ...(transition ? { confidence: round(transition.confidence, 2) } : {}),
      ...(shot.stillTime === undefined ? {} : { still_time: round(shot.stillTime, 3) }),
    },
  };
}

/** `pan` is the direction of the first pan or tilt, as before `camera`. */
function cameraData(camera: readonly CameraMovement[]) {
  if (camera.length === 0) return {};
  const turn = camera.find(({ motion }) => motion === 'pan' || motion === 'tilt');
  const movements = camera.map((movement) => ({
    ...movement,
    start_time: round(movement.start_time, 3),
    end_time: round(movement.end_time, 3),
  }));
  return { camera: movements, ...(turn ? { pan: turn.direction } : {}) };
}

function round(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}

function brightnessLevel(brightness: number) {
  if (brightness < 0.04) return 'black';
  if (brightness < 0.2) return 'dark';
  if (brightness < 0.38) return 'dim';
  return brightness < 0.58 ? 'medium' : brightness < 0.9 ? 'bright' : 'very-bright';
}

function motionLevel(motion: number) {
  if (motion < 0.02) return 'none';
  if (motion < 0.12) return 'little';
  return motion < 0.4 ? 'some' : 'much';
}

function lengthMessage(length: number): MessageRef {
  if (round(length, 1) < 60) return message('shot.seconds', { seconds: round(length, 1) });
  const whole = Math.round(length);
  const [minutes, seconds] = [Math.floor(whole / 60), whole % 60];
  return seconds === 0 ? message('shot.full-minutes', { minutes }) : message('shot.minutes', { minutes, seconds });
}

function lookMessages({ statistics, transition, isProvisional }: Shot): MessageParam[] {
  return [
    ...cameraMessages(statistics),
    ...(isProvisional ? [] : [message(`motion.${motionLevel(statistics.motion)}`)]),
    ...(transition && transition.kind !== 'cut' ? [message(`begins.${transition.kind}`)] : []),
    message(`brightness.${brightnessLevel(statistics.brightness)}`),
    colorsMessage(statistics.colors),
  ];
}

/** A picture without movement has a static camera; the sentence doesn't say so twice. */
function cameraMessages({ camera, motion }: ShotStatistics): MessageParam[] {
  const names = [...new Set(camera.map(nameOfMovement))].filter(
    (name) => name !== 'camera.static' || motionLevel(motion) !== 'none',
  );
  return names.slice(0, MAX_NAMED_MOVEMENTS).map((name) => message(name));
}

function colorsMessage(colors: readonly ColorShare[]): MessageRef {
  const [first, second] = colors;
  if (!first) return message('colors.many');
  const color = message(`color.${first.name === 'grey' ? 'gray' : first.name}`);
  return !second || first.share > 0.75
    ? message('colors.one', { color })
    : message('colors.two', { color, other: message(`color.${second.name === 'grey' ? 'gray' : second.name}`) });
}
