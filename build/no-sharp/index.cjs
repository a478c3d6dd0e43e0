/** transformers.js loads sharp at its start, for methods of images that src/models/raw-image.ts replaces. */
module.exports = function sharp() {
  throw new Error('Images are decoded and scaled by FFmpeg (src/media/images), not by sharp.');
};
