/** Extensions of media files; other files of folders are skipped. */
const MEDIA_EXTENSION =
  /\.(3gp|aac|ac3|aiff?|apng|asf|avi|divx|eac3|f4v|flac|flv|gif|m2ts|m4a|m4v|mka|mkv|mov|mp3|mp4|mpe?g|mts|mxf|ogg|ogv|opus|ts|vob|wav|webm|wma|wmv)$/i;

/** Whether a file may be video or audio, by its name. */
export function isMediaName(name: string): boolean {
  return MEDIA_EXTENSION.test(name);
}
