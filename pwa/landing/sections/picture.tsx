import type { Portrait } from '#contract/site.ts';

interface PictureProps {
  picture: Portrait;
  alt: string;
  /** Loads when it comes near the screen; otherwise before anything else. */
  lazy?: boolean;
}

/** A published picture, as WebP where there is one. */
export function Picture({ picture: { id, width, height, hasWebp }, alt, lazy }: PictureProps) {
  return (
    <picture>
      {hasWebp && <source srcSet={`/portrait/${id}.webp`} type="image/webp" />}
      <img
        src={`/portrait/${id}.jpg`}
        alt={alt}
        width={width}
        height={height}
        {...(lazy ? { loading: 'lazy' } : { fetchPriority: 'high' })}
      />
    </picture>
  );
}
