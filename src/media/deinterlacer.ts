import { AV_BUFFERSRC_FLAG_KEEP_REF, AV_FRAME_FLAG_INTERLACED, AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import { Filter, type FilterContext, FilterGraph, Frame, type Rational } from 'node-av/lib';
import { NO_TIMESTAMP } from './timestamps/timestamps.ts';

type OnFrame = (frame: Frame) => void;

/** Deinterlaces the frames of one video stream; the format, size and field order may change midway. */
export interface Deinterlacer {
  /** Whether an interlaced frame has been seen. */
  readonly isInterlaced: boolean;
  /**
   * Passes a decoded frame on, deinterlaced if necessary. Delivery lags by one frame after the first interlaced one.
   */
  push(frame: Frame, onFrame: OnFrame): void;
  /** Delivers the delayed frame at the end of the stream. */
  flush(onFrame: OnFrame): void;
  close(): void;
}

interface Pipeline {
  readonly key: string;
  readonly graph: FilterGraph;
  readonly source: FilterContext;
  readonly sink: FilterContext;
}

/**
 * Progressive streams pass through unchanged and at no cost; the filter graph is created for the first frame that is
 * flagged as interlaced. From then on all frames take it, so that mixed and telecined content stays in order: the
 * filter interpolates flagged frames only. One frame per coded frame is produced, with its original timestamp.
 */
export function createDeinterlacer(timeBase: Rational): Deinterlacer {
  let pipeline: Pipeline | undefined;
  let hasInterlaced = false;
  /** Set when the filter rejects the format; such frames are delivered woven. */
  let unsupported = '';
  const filtered = new Frame();
  filtered.alloc();

  function drain({ sink }: Pipeline, onFrame: OnFrame): void {
    for (;;) {
      const received = sink.buffersinkGetFrameSync(filtered);
      if (received < 0) {
        if (received !== AVERROR_EAGAIN && received !== AVERROR_EOF) unsupported = pipeline?.key ?? '';
        return;
      }
      // The filter halves the time base so that it can express field times.
      if (filtered.pts !== NO_TIMESTAMP) filtered.pts /= 2n;
      filtered.bestEffortTimestamp = filtered.pts;
      filtered.duration /= 2n;
      filtered.clearFlags(AV_FRAME_FLAG_INTERLACED);
      try {
        onFrame(filtered);
      } finally {
        filtered.unref();
      }
    }
  }

  function end(onFrame: OnFrame): void {
    const ended = pipeline;
    pipeline = undefined;
    if (!ended) return;
    try {
      ended.source.buffersrcAddFrameSync(null);
      drain(ended, onFrame);
    } finally {
      ended.graph.free();
    }
  }

  return {
    get isInterlaced() {
      return hasInterlaced;
    },
    push(frame, onFrame) {
      const isInterlaced = frame.hasFlags(AV_FRAME_FLAG_INTERLACED);
      if (!pipeline && !isInterlaced) return onFrame(frame);
      hasInterlaced ||= isInterlaced;
      const key = `${frame.width}x${frame.height}/${frame.format}`;
      if (pipeline && pipeline.key !== key) end(onFrame);
      if (isInterlaced && key !== unsupported) pipeline ??= createPipeline(key, frame, timeBase);
      if (pipeline) {
        if (frame.bestEffortTimestamp !== NO_TIMESTAMP) frame.pts = frame.bestEffortTimestamp;
        // The flag keeps the caller's reference.
        if (pipeline.source.buffersrcAddFrameSync(frame, AV_BUFFERSRC_FLAG_KEEP_REF) >= 0)
          return drain(pipeline, onFrame);
        end(onFrame);
      }
      if (isInterlaced) unsupported = key;
      // The scaler rejects frames flagged as interlaced.
      frame.clearFlags(AV_FRAME_FLAG_INTERLACED);
      onFrame(frame);
    },
    flush: end,
    close() {
      pipeline?.graph.free();
      pipeline = undefined;
      filtered.free();
    },
  };
}

function createPipeline(key: string, frame: Frame, { num, den }: Rational): Pipeline | undefined {
  const graph = new FilterGraph();
  graph.alloc();
  const { num: aspectNum, den: aspectDen } = frame.sampleAspectRatio;
  const parameters = [
    `video_size=${frame.width}x${frame.height}`,
    `pix_fmt=${frame.format}`,
    `time_base=${num}/${den}`,
    `pixel_aspect=${Math.max(0, aspectNum)}/${Math.max(1, aspectDen)}`,
    `colorspace=${frame.colorSpace}`,
    `range=${frame.colorRange}`,
  ].join(':');
  const filters = [
    ['buffer', 'in', parameters],
    ['bwdif', 'deinterlace', 'mode=send_frame:parity=auto:deint=interlaced'],
    ['buffersink', 'out', null],
  ] as const;
  const contexts = filters.map(([name, label, options]) => {
    const filter = Filter.getByName(name);
    return filter && graph.createFilter(filter, label, options);
  });
  const [source, deinterlace, sink] = contexts;
  const isReady =
    source &&
    deinterlace &&
    sink &&
    source.link(0, deinterlace, 0) >= 0 &&
    deinterlace.link(0, sink, 0) >= 0 &&
    graph.configSync() >= 0;
  if (isReady) return { key, graph, source, sink };
  graph.free();
  return undefined;
}
