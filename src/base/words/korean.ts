/**
 * Particles and copulas at the end of Korean words, longest first within each length; after them, the word itself
 * remains.
 */
const PARTICLES = (
  '에서부터 으로부터 에게서는 에서는 에서도 에서의 에게서 으로는 으로도 으로서 으로써 까지는 까지도 부터는 이라고 이라는 입니다 이었다 ' +
  '에서 에게 한테 께서 부터 까지 으로 로는 로서 로써 로도 에는 에도 에만 에의 와는 와의 과는 과의 하고 이나 이랑 이란 이라 이며 이고 이다 보다 처럼 만큼 마다 조차 마저 밖에 대로 들은 들이 들을 들의 라고 라는 ' +
  '은 는 이 가 을 를 의 에 와 과 도 만 로 나 랑 께 야 아 들'
).split(' ');

export const HANGUL = /\p{Script=Hangul}+/gu;

/** Returns a Korean word without the particle at its end, or as it is. At least one syllable remains. */
export function withoutParticle(word: string): string {
  const particle = PARTICLES.find((one) => word.length > one.length && word.endsWith(one));
  return particle === undefined ? word : word.slice(0, -particle.length);
}
