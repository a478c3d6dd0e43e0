import type { ModuleName } from '../../../contract/analysis/modules.ts';
import type { Results } from '../../../contract/analysis/results.ts';
import type { Segment } from '../../../contract/analysis/segment.ts';
import type { ExportFormat, Manifest } from '../../../contract/evidence/manifest.ts';
import type { ReportSignature } from '../../../contract/evidence/signature.ts';
import type { VideoExportQuery } from '../../../contract/library/video-exports.ts';
import type { Moment } from '../../../contract/search/moments.ts';
import type { EDIT_FORMATS } from '../../../core/formats/edit-formats.ts';
import type { Part } from '../../../core/formats/part.ts';
import type { SequenceFile } from '../../../core/formats/sequence/sequence.ts';
import type { ReportTag } from '../report-language.ts';

export type EditFormat = keyof typeof EDIT_FORMATS;

/** A file for editing programs. */
export interface EditForm {
  format: EditFormat;
  file: SequenceFile;
  settings: Pick<VideoExportQuery, 'rate' | 'sequence_start' | 'from_zero'>;
}

/** A document without pictures or signature. */
export interface TextForm {
  format: 'csv' | 'srt' | 'vtt' | 'txt';
  language?: ReportTag | undefined;
}

/** How a document is written. With a manifest, it is signed. */
export type DocumentForm =
  | { format: 'json'; manifest?: Manifest | undefined }
  | { format: 'md'; manifest?: Manifest | undefined }
  | { format: 'html'; manifest: Manifest; moments: readonly Moment[]; language: ReportTag }
  | { format: 'docx'; manifest: Manifest; moments: readonly Moment[]; language: ReportTag }
  | TextForm
  | EditForm;

/** Everything that a document of findings is written from besides the findings. Can be sent to a thread. */
export interface DocumentOrder {
  head: Omit<Results, 'segments'>;
  /** Modules with a list of their own. */
  perModule: readonly ModuleName[];
  isTranslated: boolean;
  form: DocumentForm;
  /** SHA-256 of the source file, for citations; null if it is not known, undefined for none. */
  source?: string | null | undefined;
  /** Of a file to save: people and moments among its findings, and the part that it has. */
  file?:
    | {
        people: readonly Segment[];
        added: Pick<Results, 'start_timecode' | 'moments'>;
        part: Part;
      }
    | undefined;
}

/** Services of the server that the writing of a document uses. */
export interface Desk {
  /** Records the document in the history of its video, and signs it. @throws ReelscopeError `not_found` */
  record(format: ExportFormat, sha256: string): ReportSignature | Promise<ReportSignature>;
  /** Hashes of saved frames, as citations contain them. @param times seconds */
  hashes(times: readonly number[]): Promise<(string | null)[]>;
  /** Saved frames, made small. @param times whole milliseconds @returns JPEGs by time */
  pictures(times: readonly number[]): Promise<Map<number, Uint8Array>>;
}
