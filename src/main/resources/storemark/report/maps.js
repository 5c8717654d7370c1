// A map: rows and columns of fields, each in the look of the series that is best there, or of all that tie, with how far it is ahead.
var maps = (function () {
  'use strict';

  const ROW = 30;

  function field(point, name, mark, box, look, parts) {
    const width = box.width / box.columns / point[4];
    const x = box.left + point[0] * box.width / box.columns + point[3] * width;
    const y = box.top + point[1] * ROW;
    const style = mark.turn === 0 ? { fill: mark.fill, fillOpacity: 0.42 } : looks.barStyle(mark);
    parts.push({ type: 'rect', silent: true, z: 3, shape: { x: x + 1, y: y + 1, width: width - 2, height: ROW - 2, r: 2 },
      style: style });
    const middle = x + width / 2;
    parts.push(looks.text(looks.shorten(name, 10, width - 8), middle, y + 4, 10, look.ink, { align: 'center' }));
    if (point[2] !== null && !isNaN(point[2])) {
      parts.push(looks.text(scales.format(point[2], 'RATIO'), middle, y + 16, 10, look.ink, { align: 'center' }));
    }
  }

  function draw(chart, series, view, look) {
    const parts = [];
    const edge = view.title ? 16 : 0;
    const top = frames.legend(series, view, look, parts, frames.header(chart, view, look, parts), true);
    const left = edge + Math.min(looks.widest(chart.rows, 11), view.width * 0.34) + 10;
    const width = view.width - left - edge;
    const heads = chart.categories.map(function (name) { return looks.wrap(name, 10, width / chart.categories.length - 4); });
    const lines = Math.max.apply(null, heads.map(function (rows) { return rows.length; }));
    const box = { left: left, top: top + lines * 13 + 6, width: width, columns: chart.categories.length };
    const bottom = box.top + chart.rows.length * ROW;
    heads.forEach(function (rows, column) {
      rows.forEach(function (row, index) {
        parts.push(looks.text(row, left + (column + 0.5) * width / box.columns, box.top - 6 - (rows.length - index) * 13, 10,
            look.muted, { align: 'center' }));
      });
    });
    chart.rows.forEach(function (name, row) {
      const y = box.top + row * ROW;
      parts.push(looks.text(looks.shorten(name, 11, left - edge - 8), left - 8, y + ROW / 2, 11, look.ink,
          { align: 'right', vertical: 'middle' }));
      parts.push(looks.line([[edge, y], [left + width, y]], look.grid, 1));
    });
    parts.push(looks.line([[edge, bottom], [left + width, bottom]], look.grid, 1));
    series.forEach(function (one) {
      const mark = looks.of(one, look);
      one.points.forEach(function (point) { field(point, one.name, mark, box, look, parts); });
    });
    return { height: Math.ceil(bottom + 14), option: { animation: false, textStyle: { fontFamily: looks.family },
      backgroundColor: view.title ? look.ground : 'transparent', graphic: { elements: parts } } };
  }

  return { draw: draw };
})();
