import {
  CircleCheck,
  CircleHelp,
  GitCompareArrows,
  type LucideIcon,
  MonitorPlay,
  PencilLine,
  Scissors,
  UserX,
  VolumeX,
} from 'lucide-react';
import type { CheckVerdict } from '../../../contract/evidence/checks.ts';

/** Icons of verdicts; their colors and underlines are in the style sheet by the same names. */
export const VERDICT_ICONS: Readonly<Record<CheckVerdict, LucideIcon>> = {
  said_so: CircleCheck,
  said_otherwise: PencilLine,
  sources_disagree: GitCompareArrows,
  other_speaker: UserX,
  out_of_context: Scissors,
  shown_on_screen: MonitorPlay,
  not_in_library: CircleHelp,
  not_transcribed: VolumeX,
};
