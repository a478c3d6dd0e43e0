import { z } from 'zod';
import { Timestamp } from '../library/video.ts';
import { singleLine } from '../text.ts';
import { Box } from './segment.ts';

const PersonName = singleLine(100);
const trackIds = z.array(z.string()).min(1).max(1000).meta({ description: 'Face tracks of this person.' });
const picture = z.string().nullable();

/** A person of a project: face tracks that show the same face. */
export const Person = z
  .object({
    id: z.string().describe('ID of the person.'),
    project_id: z.string().describe('ID of the project.'),
    name: z.string().nullable().meta({ description: 'Null until the person is named.' }),
    number: z.int().meta({ description: 'Number in the project, by which an unnamed person is called; never reused.' }),
    videos: z.int().meta({ description: 'Number of videos that show the person.' }),
    appearances: z.int().meta({ description: 'Number of face tracks.' }),
    seconds: z.number().meta({ description: 'Time on screen.' }),
    cover_track_id: z.string().meta({ description: 'Face track whose picture stands for the person.' }),
    cover: picture.meta({ description: 'Picture of the face, a JPEG as a data URL.' }),
    created_at: Timestamp,
  })
  .meta({ id: 'Person' });
export type Person = z.infer<typeof Person>;

export const PersonList = z
  .object({
    enabled: z.boolean().meta({ description: 'Whether people may be found in this project. Off by default.' }),
    enabled_at: Timestamp.nullable().describe('When it was turned on; null if it is off.'),
    people: z.array(Person).describe('People, most time on screen first.'),
  })
  .meta({ id: 'PersonList' });
export type PersonList = z.infer<typeof PersonList>;

export const EnablePeopleRequest = z
  .object({
    acknowledged: z.literal(true).meta({
      description:
        'Confirms that the user may process biometric data of the people in these videos; see docs/people.md.',
    }),
  })
  .meta({ id: 'EnablePeopleRequest' });

const PersonVideo = z.object({
  job_id: z.string().describe('ID of the video.'),
  name: z.string().describe('Name of the video.'),
  appearances: z.int().describe('Number of appearances.'),
  seconds: z.number().meta({ description: 'Time on screen.' }),
  first_time: z.number().meta({ description: 'Start of the first appearance, in seconds.' }),
});

const Companion = z.object({
  person_id: z.string().describe('ID of the person.'),
  name: z.string().nullable().describe('Name of the person; null for none.'),
  number: z.int().describe('Number of the person in the project, from 1.'),
  videos: z.int().describe('Number of videos with both.'),
  seconds: z.number().meta({ description: 'Time on screen at once.' }),
});

export const PersonDetails = Person.extend({
  in_videos: z.array(PersonVideo).meta({ description: 'Most time on screen first.' }),
  seen_with: z.array(Companion).meta({ description: 'People on screen at the same time, most time first.' }),
}).meta({ id: 'PersonDetails' });
export type PersonDetails = z.infer<typeof PersonDetails>;

export const UpdatePersonRequest = z
  .object({
    name: PersonName.nullable().optional().meta({ description: 'Null removes the name.' }),
    cover_track_id: z.string().optional().meta({ description: 'Face track of this person to take the picture from.' }),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'must change something')
  .meta({ id: 'UpdatePersonRequest' });
export type UpdatePersonRequest = z.infer<typeof UpdatePersonRequest>;

export const MergePersonRequest = z
  .object({ into: z.string().meta({ description: 'Person of the same project that receives the face tracks.' }) })
  .meta({ id: 'MergePersonRequest' });

export const FaceTrackIds = z.object({ track_ids: trackIds }).meta({ id: 'FaceTrackIds' });

/** One face, followed through one shot. */
export const FaceTrack = z
  .object({
    id: z.string().describe('ID of the track.'),
    job_id: z.string().describe('ID of the video, and of its job.'),
    person_id: z.string().describe('ID of the person.'),
    start_time: z.number().meta({ description: 'Seconds.' }),
    end_time: z.number().meta({ description: 'Seconds, exclusive.' }),
    confidence: z.number().min(0).max(1).meta({ description: 'Of the best detection.' }),
    confirmed: z.boolean().meta({ description: 'True if a user decided whom it shows.' }),
    thumbnail: picture.meta({ description: 'Picture of the face, a JPEG as a data URL.' }),
  })
  .meta({ id: 'FaceTrack' });
export type FaceTrack = z.infer<typeof FaceTrack>;

export const FaceTrackList = z
  .object({ tracks: z.array(FaceTrack).describe('Tracks of faces.') })
  .meta({ id: 'FaceTrackList' });
export type FaceTrackList = z.infer<typeof FaceTrackList>;

/** A face track with its place in the frames. */
export const FaceTrackBoxes = FaceTrack.omit({ thumbnail: true })
  .extend({
    boxes: z.array(Box.required({ time: true }).omit({ label: true, confidence: true })).meta({
      description:
        'In time order, at the frames that were looked at. Between two of them, interpolate; before the first and after the last one, hold.',
    }),
  })
  .meta({ id: 'FaceTrackBoxes' });
export type FaceTrackBoxes = z.infer<typeof FaceTrackBoxes>;

export const FaceTrackBoxesList = z
  .object({ tracks: z.array(FaceTrackBoxes).describe('Tracks of faces, with their boxes.') })
  .meta({ id: 'FaceTrackBoxesList' });
export type FaceTrackBoxesList = z.infer<typeof FaceTrackBoxesList>;

export const FaceTrackQuery = z.object({
  person_id: z.string().optional().meta({ description: 'Only this person.' }),
});

/** A person in one video, as a lane of its timeline. */
const VideoPerson = z
  .object({
    id: z.string().describe('ID of the person.'),
    name: z.string().nullable().describe('Name of the person; null for none.'),
    number: z.int().describe('Number of the person in the project, from 1.'),
    appearances: z.int().describe('Number of appearances.'),
    seconds: z.number().meta({ description: 'Time on screen in this video.' }),
    spans: z
      .array(
        z.object({
          start_time: z.number().describe('Seconds from the start of the video.'),
          end_time: z.number().describe('Seconds from the start of the video, exclusive.'),
        }),
      )
      .meta({ description: 'Times on screen in seconds, in order, without overlaps.' }),
    cover: picture.meta({ description: 'Picture of the face, a JPEG as a data URL.' }),
  })
  .meta({ id: 'VideoPerson' });
export type VideoPerson = z.infer<typeof VideoPerson>;

export const VideoPeople = z
  .object({
    enabled: z.boolean().meta({ description: 'Whether people may be found in the project of the video.' }),
    people: z.array(VideoPerson).meta({ description: 'Most time on screen first.' }),
  })
  .meta({ id: 'VideoPeople' });
export type VideoPeople = z.infer<typeof VideoPeople>;
