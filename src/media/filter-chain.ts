import { Filter, type FilterContext, FilterGraph, type Frame } from 'node-av/lib';

/** Filters in a row. The graph must be freed. */
export interface FilterChain {
  readonly graph: FilterGraph;
  /** Takes frames. */
  readonly source: FilterContext;
  /** Delivers filtered frames. */
  readonly sink: FilterContext;
}

/**
 * Opens filters for frames of the size, format, and colors of `frame`.
 * @param filters in FFmpeg's notation, such as `scale=320:180`; entries may contain several, separated by commas
 * @returns null if FFmpeg lacks a filter, or refuses the format
 */
export function openFilterChain(frame: Frame, filters: readonly string[]): FilterChain | null {
  const graph = new FilterGraph();
  graph.alloc();
  const { num, den } = frame.sampleAspectRatio;
  const parameters = [
    `video_size=${frame.width}x${frame.height}`,
    `pix_fmt=${frame.format}`,
    'time_base=1/90000',
    `pixel_aspect=${Math.max(0, num)}/${Math.max(1, den)}`,
    `colorspace=${frame.colorSpace}`,
    `range=${frame.colorRange}`,
  ].join(':');
  const chain = [
    ['buffer', parameters] as const,
    ...filters.flatMap((text) => text.split(',')).map(split),
    ['buffersink', null] as const,
  ];
  const contexts = chain.map(([name, options], index) => {
    const filter = Filter.getByName(name);
    return filter ? graph.createFilter(filter, `${name}${index}`, options) : null;
  });
  const isLinked = contexts.every((context, i) => context && (i === 0 || contexts[i - 1]!.link(0, context, 0) >= 0));
  if (!isLinked || graph.configSync() < 0) {
    graph.free();
    return null;
  }
  return { graph, source: contexts[0]!, sink: contexts.at(-1)! };
}

/** `scale=1:2` as name and options. */
function split(text: string): readonly [string, string | null] {
  const [name, options] = text.split('=', 1).concat(text.includes('=') ? text.slice(text.indexOf('=') + 1) : []);
  return [name!, options ?? null];
}
