import type { VideoPerson } from '../../../../contract/analysis/people.ts';
import { usePeopleText } from '../../../ui/lib/texts/people-text.ts';
import { usePersonName } from '../../../ui/lib/texts/person-name.ts';
import { position, useFormats } from '../../../ui/lib/use-formats.ts';
import { PersonCover } from '../../../ui/media/people/person-cover.tsx';
import { usePlayer } from '../player/player-store.ts';
import styles from './people-lanes.module.css';
import type { TimelineStore } from './timeline-store.ts';
import { timeToX } from './timeline-view.ts';
import { useLane } from './use-lane.ts';

/** As in people-lanes.module.css. */
const ROW_HEIGHT = 24;
/** Angle between the hues of neighboring people, in degrees: the golden angle keeps any number of them apart. */
const HUE_STEP = 137.5;

/** A lane a person, most time on screen first. The name opens the person, an appearance moves the playhead to it. */
export function PeopleLanes({
  timeline,
  people,
  onOpen,
}: {
  timeline: TimelineStore;
  people: readonly VideoPerson[];
  onOpen(id: string): void;
}) {
  const t = usePeopleText();
  const nameOf = usePersonName();
  const formats = useFormats();
  const player = usePlayer();
  const { view, width, body, playhead } = useLane(timeline);
  return (
    <section className={styles.lanes} aria-label={t('lanes')}>
      <ul className={styles.names}>
        {people.map((person) => (
          <li key={person.id}>
            <button
              type="button"
              className={styles.name}
              aria-label={t('lane', { name: nameOf(person), time: formats.lasting(person.seconds) })}
              title={nameOf(person)}
              onClick={() => onOpen(person.id)}
            >
              <PersonCover src={person.cover} className={styles.cover} />
              <span dir="auto" className={styles.nameText}>
                {nameOf(person)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {/* The same times are listed, as buttons, with the details of the person. */}
      <div ref={body} aria-hidden className={styles.body} style={{ height: people.length * ROW_HEIGHT }}>
        {people.flatMap((person, row) =>
          person.spans.map(({ start_time, end_time }) => {
            const left = timeToX(view, width, start_time);
            const right = timeToX(view, width, end_time);
            if (right < 0 || left > width) return [];
            const hue = Math.round((265 + row * HUE_STEP) % 360);
            const size = { left, width: Math.max(3, right - left), top: row * ROW_HEIGHT + 3 };
            return (
              <span
                key={`${person.id} ${start_time}`}
                className={styles.span}
                style={{ ...size, ...({ '--person': `oklch(0.66 0.13 ${hue})` } as object) }}
                title={`${nameOf(person)}, ${position(start_time)}–${position(end_time)}`}
                onPointerDown={(event) => event.button === 0 && player.seek(start_time)}
              />
            );
          }),
        )}
        <div ref={playhead} className={styles.playhead} />
      </div>
    </section>
  );
}
