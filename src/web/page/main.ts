import '@lichess-org/chessground/assets/chessground.base.css';
import '@lichess-org/chessground/assets/chessground.brown.css';
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import './style.css';
import type { PageReport } from '../report.ts';
import { expectedPage } from './expected/page.ts';

const data = document.getElementById('report');
if (data) {
  const report = JSON.parse(data.textContent ?? '') as PageReport;
  document.body.append(expectedPage(report));
}
