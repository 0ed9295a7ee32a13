import type { Size } from './draw-panel.ts';
import type { DashboardFile, Panel } from './panels.ts';

const columnPixels = 40;
const linePixels = 26;
const headPixels = 34;
const gap = 4;

/** Draws a panel as an SVG of this size. */
export type Draw = (panel: Panel, size: Size) => Promise<string>;

/** Draws a dashboard in Grafana's grid, as one SVG. */
export const drawDashboard = async (
  { title, panels }: DashboardFile,
  heading: string,
  draw: Draw,
): Promise<string> => {
  const lines = Math.max(...panels.map(({ gridPos: { y, h } }) => y + h));
  const [width, height] = [24 * columnPixels, headPixels + lines * linePixels];
  const drawn: string[] = [];
  for (const panel of panels) drawn.push(await drawnAt(panel, draw));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width.toString()} ${height.toString()}" font-family="system-ui, sans-serif">`,
    `<rect width="${width.toString()}" height="${height.toString()}" fill="#f6f8fa"/>`,
    `<text x="8" y="22" font-size="15" font-weight="bold" fill="#1f2328">${escaped(title)}</text>`,
    `<text x="${(width - 8).toString()}" y="22" font-size="11" text-anchor="end" fill="#59636e">${escaped(heading)}</text>`,
    ...drawn,
    '</svg>\n',
  ].join('\n');
};

const drawnAt = async (panel: Panel, draw: Draw): Promise<string> => {
  const { x, y, w, h } = panel.gridPos;
  const [left, top] = [x * columnPixels + gap / 2, headPixels + y * linePixels + gap / 2];
  if (panel.type === 'row')
    return `<text x="8" y="${(top + 17).toString()}" font-size="13" fill="#1f2328">${escaped(panel.title)}</text>`;
  const size = { width: w * columnPixels - gap, height: h * linePixels - gap };
  return `<g transform="translate(${left.toString()} ${top.toString()})">${await draw(panel, size)}</g>`;
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
