import { moduleTexts } from '../../../../core/modules/module-display.ts';
import { position as showPosition } from '../../../ui/lib/use-formats.ts';
import { columnsOf, heightOf, type Waveform } from '../../../ui/media/waveform.ts';
import { filmFrames, isCrowded } from './filmstrip.ts';
import { fitLabel } from './fit-label.ts';
import { type Block, buildBlocks, type Lane } from './lanes.ts';
import { LANE_GAP, type LanePlace, RULER_HEIGHT, WAVE_HEIGHT } from './layout.ts';
import type { Palette } from './palette.ts';
import { marks, type View } from './timeline-view.ts';

export interface Scene {
  view: View;
  width: number;
  height: number;
  duration: number;
  lanes: readonly Lane[];
  places: readonly LanePlace[];
  waveform: Waveform | null;
  palette: Palette;
  /** Ids of findings that match the filter, null for all; others are dimmed. */
  shown: ReadonlySet<string> | null;
  /** Finding under the pointer. */
  hovered: string | null;
  /** Returns a keyframe once loaded. */
  still(seconds: number): CanvasImageSource | undefined;
}

const FINE_LINES = 5;
/** Minimum width of a block with text, in CSS pixels. */
const TEXT_MIN = 16;
/** Padding of a label in CSS pixels. */
const TEXT_PADDING = 4;
const BAR = 3;

/** Draws the timeline without playhead and marked range, which overlay it. Times are seconds. */
export function drawTimeline(context: CanvasRenderingContext2D, scene: Scene): void {
  const { width, height, palette } = scene;
  context.clearRect(0, 0, width, height);
  context.font = palette.font;
  context.textBaseline = 'middle';
  drawRuler(context, scene);
  drawWaveform(context, scene);
  for (const [i, lane] of scene.lanes.entries()) drawLane(context, scene, lane, scene.places[i]!);
}

function drawRuler(context: CanvasRenderingContext2D, { view, width, height, palette, duration }: Scene): void {
  const { step, marks: times } = marks(view, width);
  const fine = ((step / view.span) * width) / FINE_LINES;
  context.fillStyle = palette.line;
  for (const { x } of times) {
    for (let i = 1; i < FINE_LINES; i++) context.fillRect(Math.round(x + i * fine), RULER_HEIGHT - 5, 1, 5);
    context.fillRect(Math.round(x), RULER_HEIGHT - 9, 1, 9);
    context.fillRect(Math.round(x), RULER_HEIGHT, 1, height - RULER_HEIGHT);
  }
  context.fillStyle = palette.text3;
  for (const { time, x } of times) {
    if (time < 0 || time > duration) continue;
    context.fillText(showPosition(time, step < 1), Math.round(x) + 4, RULER_HEIGHT / 2 - 1);
  }
}

function drawWaveform(context: CanvasRenderingContext2D, { view, width, waveform, palette }: Scene): void {
  if (!waveform) return;
  const middle = RULER_HEIGHT + WAVE_HEIGHT / 2;
  const columns = columnsOf(waveform, view, width, BAR);
  context.fillStyle = palette.wave;
  context.beginPath();
  columns.forEach((peak, i) => {
    const half = Math.max(0.5, (heightOf(peak) * (WAVE_HEIGHT - 6)) / 2);
    context.roundRect(i * BAR, middle - half, BAR - 1, half * 2, 1);
  });
  context.fill();
}

function drawLane(context: CanvasRenderingContext2D, scene: Scene, lane: Lane, place: LanePlace): void {
  const { view, width, palette, shown } = scene;
  const hue = palette.hues[lane.module];
  const rowHeight = place.height / lane.rowCount;
  const film = lane.module === 'scenes' ? drawFilm(context, scene, lane, place) : false;
  for (const block of buildBlocks(lane, view, width)) {
    const segment = lane.segments[block.position]!;
    const isShown = shown === null || block.count > 1 || shown.has(segment.id);
    const isHovered = scene.hovered === segment.id && block.count === 1;
    const top = place.top + block.row * rowHeight;
    const left = Math.max(-4, block.left);
    const right = Math.min(width + 4, Math.max(block.right - 1, block.left + 1.5));
    const size = Math.max(1, right - left);
    context.globalAlpha = isShown ? (isHovered ? 0.55 : confidenceAlpha(block, lane)) : 0.08;
    context.fillStyle = hue;
    if (film) {
      // Only the cut, so that the frames stay visible.
      if (isHovered) context.fillRect(left, top + LANE_GAP / 2, size, rowHeight - LANE_GAP);
      context.globalAlpha = isShown ? 0.9 : 0.25;
      context.fillRect(Math.round(left), top + LANE_GAP / 2, 1, rowHeight - LANE_GAP);
      context.globalAlpha = 1;
      continue;
    }
    roundedBlock(context, left, top + LANE_GAP / 2, size, rowHeight - LANE_GAP);
    context.globalAlpha = isShown ? 1 : 0.25;
    if (size > 3) {
      context.fillRect(left, top + LANE_GAP / 2, 2, rowHeight - LANE_GAP);
    }
    let textLeft = left + 6;
    if (lane.module === 'scenes' && size > 20)
      textLeft += drawStill(context, scene, lane, block, left, top, size, rowHeight);
    if (right - textLeft > TEXT_MIN && rowHeight >= 13) {
      drawText(context, labelOf(lane, block), textLeft, top, right - textLeft - TEXT_PADDING, rowHeight, palette.text);
    }
    context.globalAlpha = 1;
  }
}

/**
 * Draws the shots as a filmstrip if they are too narrow for stills of their own.
 * @returns whether it did
 */
function drawFilm(context: CanvasRenderingContext2D, scene: Scene, lane: Lane, place: LanePlace): boolean {
  const { view, width, shown } = scene;
  const height = place.height - LANE_GAP;
  const known = lane.segments[0]?.data?.still_time;
  const aspect = known === undefined ? undefined : aspectOf(scene.still(known));
  if (!isCrowded(lane, view, width, height * (aspect ?? 16 / 9))) return false;
  context.globalAlpha = shown === null ? 1 : 0.4;
  for (const frame of filmFrames(lane, view, width, height, aspect)) {
    const image = scene.still(frame.stillTime);
    if (!image) continue;
    const whole = height * (aspectOf(image) ?? 16 / 9);
    context.save();
    context.beginPath();
    context.rect(frame.left, place.top + LANE_GAP / 2, frame.width - 1, height);
    context.clip();
    context.drawImage(image, frame.left, place.top + LANE_GAP / 2, whole, height);
    context.restore();
  }
  context.globalAlpha = 1;
  return true;
}

function aspectOf(image: CanvasImageSource | undefined): number | undefined {
  if (!image) return undefined;
  const { naturalWidth = 16, naturalHeight = 9 } = image as HTMLImageElement;
  return naturalWidth / Math.max(1, naturalHeight);
}

/** Opacity by confidence; merged findings are opaque. */
function confidenceAlpha(block: Block, lane: Lane): number {
  if (block.count > 1) return 0.5;
  return 0.18 + 0.2 * (lane.segments[block.position]!.data?.confidence ?? 0.6);
}

function roundedBlock(context: CanvasRenderingContext2D, x: number, y: number, width: number, height: number): void {
  if (width < 6) return context.fillRect(x, y, width, height);
  context.beginPath();
  context.roundRect(x, y, width, height, 3);
  context.fill();
}

/** Draws a shot's keyframe at its start and returns its width. */
function drawStill(
  context: CanvasRenderingContext2D,
  scene: Scene,
  lane: Lane,
  block: Block,
  left: number,
  top: number,
  size: number,
  rowHeight: number,
): number {
  const time = lane.segments[block.position]!.data?.still_time;
  const image = time === undefined ? undefined : scene.still(time);
  if (!image) return 0;
  const height = rowHeight - LANE_GAP;
  const wide = Math.round(height * (aspectOf(image) ?? 16 / 9));
  context.save();
  context.beginPath();
  context.roundRect(left + 2, top + LANE_GAP / 2, Math.min(wide, size - 2), height, 2);
  context.clip();
  context.drawImage(image, left + 2, top + LANE_GAP / 2, wide, height);
  context.restore();
  return wide;
}

function drawText(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  top: number,
  room: number,
  rowHeight: number,
  color: string,
): void {
  const label = fitLabel(text, room, (part) => context.measureText(part).width);
  if (label === '') return;
  context.fillStyle = color;
  context.fillText(label, x, top + rowHeight / 2 + 0.5);
}

function labelOf(lane: Lane, block: Block): string {
  if (block.isCrowded) return `+${block.count}`;
  const segment = lane.segments[block.position]!;
  // Findings too short for blocks of their own are no long one.
  if (block.count > 1) return `${segment.content} +${block.count - 1}`;
  // Omits the shot's number and duration, which the lane already shows.
  if (lane.module === 'scenes') return segment.content.replace(/^Shot (\d+) · [^·]+ · /, '$1 ');
  return segment.content || moduleTexts(lane.module).title;
}
