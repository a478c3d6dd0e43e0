import { AV_CODEC_HW_CONFIG_METHOD_HW_DEVICE_CTX, AV_HWDEVICE_TYPE_NONE } from 'node-av/constants';
import { Codec, Frame, HardwareDeviceContext, type Stream } from 'node-av/lib';
import type { DecodingDevice } from '../../contract/analysis/decoding.ts';
import { allocateContext, type RawDecoder } from '../raw-decoder.ts';

/** Device of a graphics processor or of the system that decodes video. Must be closed after its decoders. */
export interface HardwareDevice {
  readonly name: DecodingDevice;
  /** Null if the device can't decode this stream. @throws ReelscopeError as {@link allocateContext} */
  openDecoder(stream: Stream): RawDecoder | null;
  close(): void;
}

/** Devices by platform, the fastest first. */
const DEVICES: Partial<Record<NodeJS.Platform, readonly DecodingDevice[]>> = {
  linux: ['vaapi', 'cuda'],
  win32: ['d3d11va', 'cuda'],
  darwin: ['videotoolbox'],
};

/** Opens the devices of this machine; none on machines without a driver. */
export function openDevices(platform: NodeJS.Platform = process.platform): HardwareDevice[] {
  return (DEVICES[platform] ?? []).flatMap((name) => openDevice(name) ?? []);
}

function openDevice(name: DecodingDevice): HardwareDevice | null {
  const type = HardwareDeviceContext.findTypeByName(name as DeviceName);
  if (type === AV_HWDEVICE_TYPE_NONE) return null;
  const device = new HardwareDeviceContext();
  if (device.create(type, null, null) < 0) {
    device.free();
    return null;
  }
  return {
    name,
    openDecoder(stream) {
      const found = findDecoder(stream, type);
      if (!found) return null;
      const { context } = allocateContext(stream, found.codec);
      context.hwDeviceCtx = device;
      context.setHardwarePixelFormat(found.format);
      if (context.open2Sync(found.codec, null) >= 0) return downloading(context);
      context.freeContext();
      return null;
    },
    close: () => device.free(),
  };
}

type DeviceName = Parameters<typeof HardwareDeviceContext.findTypeByName>[0];
type DeviceType = ReturnType<typeof HardwareDeviceContext.findTypeByName>;

/** A decoder of the stream's codec for a type of device; that of AV1 is not FFmpeg's first choice. */
function findDecoder({ codecpar }: Stream, type: DeviceType) {
  const first = Codec.findDecoder(codecpar.codecId);
  const others = Codec.getCodecList().filter((codec) => codec.isDecoder() && codec.id === codecpar.codecId);
  for (const codec of first ? [first, ...others] : others) {
    for (let index = 0; ; index++) {
      const config = codec.getHwConfig(index);
      if (!config) break;
      const hasMethod = (config.methods & AV_CODEC_HW_CONFIG_METHOD_HW_DEVICE_CTX) !== 0;
      if (config.deviceType === type && hasMethod) return { codec, format: config.pixFmt };
    }
  }
  return undefined;
}

/** Frames of a device are copied to memory, where everything else works on them. */
function downloading(context: ReturnType<typeof allocateContext>['context']): RawDecoder {
  const decoded = new Frame();
  decoded.alloc();
  return {
    send: (packet) => context.sendPacketSync(packet),
    receive(frame) {
      const received = context.receiveFrameSync(decoded);
      if (received < 0) return received;
      try {
        // A decoder may decide by the stream's profile that it decodes on the processor.
        if (!decoded.isHwFrame()) return frame.ref(decoded);
        const copied = decoded.hwframeTransferDataSync(frame);
        return copied < 0 ? copied : frame.copyProps(decoded);
      } finally {
        decoded.unref();
      }
    },
    flush: () => context.flushBuffers(),
    close() {
      decoded.free();
      context.freeContext();
    },
  };
}
