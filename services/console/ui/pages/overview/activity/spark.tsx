import { linePath } from './line-path.ts';
import * as pageCss from '../overview-page.module.css';

const size = { width: 92, height: 34 };

/** A small line of earlier values. It is for the eye only, because the figure next to it says the same. */
export function Spark({ values, tone }: { readonly values: readonly number[]; readonly tone: string }) {
  const paths = linePath(values, size);
  if (paths === null) return null;
  return (
    <svg className={pageCss.spark} data-tone={tone} viewBox="0 -2 92 38" width={92} height={38} aria-hidden>
      <path d={paths.area} className={pageCss.sparkArea} />
      <path d={paths.line} className={pageCss.sparkLine} />
    </svg>
  );
}
