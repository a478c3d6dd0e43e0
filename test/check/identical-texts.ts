/** Texts that are the same in English and in the other language, by language. */
export const identicalTexts: Readonly<Record<string, readonly string[]>> = {
  de: [
    'Details',
    'Final Cut Pro (FCPXML)',
    'Link',
    'Name',
    'OK',
    'Ollama',
    'OpenTimelineIO (OTIO)',
    'Port',
    'Status',
    'SubRip (SRT)',
    'System',
    'Text',
    'Universal Sentence Encoder lite',
    'Updates',
    'Version',
    'Video',
    'Videos',
    'WebVTT (VTT)',
    '{{width}} × {{height}} px',
  ],
};
