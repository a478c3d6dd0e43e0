import { z } from 'zod';

/** Movements of a camera that are recognized; values of the search field `camera:`. */
export const CAMERA_MOTIONS = ['static', 'pan', 'tilt', 'zoom', 'handheld'] as const;
export type CameraMotion = (typeof CAMERA_MOTIONS)[number];

const CAMERA_DIRECTIONS = ['left', 'right', 'up', 'down', 'in', 'out'] as const;

/** A movement of the camera within a shot, or of a whole shot that the camera is at rest or held by hand. */
export const CameraMovement = z
  .object({
    motion: z.enum(CAMERA_MOTIONS).describe('Movement of the camera.'),
    direction: z.enum(CAMERA_DIRECTIONS).optional().meta({ description: 'Of a pan, tilt, or zoom.' }),
    start_time: z.number().meta({ description: 'Seconds from the start of the video.' }),
    end_time: z.number().meta({ description: 'Seconds, exclusive.' }),
  })
  .meta({ id: 'CameraMovement' });
export type CameraMovement = z.infer<typeof CameraMovement>;

/** Key of a movement's name in `locales/<language>/messages.json`. */
export function nameOfMovement({ motion, direction }: CameraMovement) {
  if (motion === 'static' || motion === 'handheld') return `camera.${motion}` as const;
  if (direction === 'in' || direction === 'out') return `zoom.${direction}` as const;
  return `pan.${direction ?? 'left'}` as const;
}
