// A dot plot on one axis: a row for each name, and in it a dot of each series, or two: published (hollow) and measured (filled).
var dots = (function () {
  'use strict';

  const ROW = 24;

  function draw(chart, series, view, look) {
    const parts = [];
    const edge = view.title ? 16 : 0;
    const top = frames.legend(series, view, look, parts, frames.header(chart, view, look, parts), true);
    const narrow = view.width < 560;
    const left = narrow ? edge + 18 : edge + Math.min(looks.widest(chart.rows, 11), view.width * 0.42) + 20;
    const height = narrow ? ROW + 15 : ROW;
    const box = { left: left, right: view.width - edge - 12, top: top + 24, bottom: top + 24 + chart.rows.length * height };
    const values = [];
    series.forEach(function (one) { one.points.forEach(function (point) { values.push.apply(values, point.slice(1)); }); });
    const axis = scales.log(Math.min.apply(null, values), Math.max.apply(null, values), (box.right - box.left) / 70, true);
    const px = function (value) {
      return box.left + (axis.to(value) - axis.min) / (axis.max - axis.min) * (box.right - box.left);
    };
    const pairs = series[0].points[0].length > 2;
    if (pairs) {
      parts.push(looks.text('hollow: published, filled: measured', edge, top, 12, look.muted));
    }
    axis.majors.forEach(function (at) {
      const x = px(Math.pow(10, at));
      parts.push(looks.line([[x, box.top], [x, box.bottom]], at === 0 ? look.axis : look.grid, 1));
      parts.push(looks.text(scales.format(Math.pow(10, at), chart.x.form), x, box.bottom + 6, 11, look.muted, { align: 'center' }));
    });
    chart.rows.forEach(function (name, row) {
      const y = box.top + row * height;
      parts.push(looks.line([[edge, y], [box.right, y]], look.fine, 1));
      parts.push(looks.text(looks.shorten(name, 11, narrow ? view.width - edge * 2 - 8 : left - edge - 12), edge,
        narrow ? y + 9 : y + height / 2, 11, look.ink, { vertical: 'middle' }));
    });
    series.forEach(function (one, index) {
      const mark = looks.of(one, look);
      const filled = looks.barStyle(mark);
      filled.fillOpacity = Math.max(filled.fillOpacity || 1, 0.3); // or it would look hollow
      const shift = (index - (series.length - 1) / 2) * Math.min(pairs ? 3 : 5, (ROW - 8) / series.length);
      one.points.forEach(function (point) {
        const y = box.top + (point[0] + 1) * height - ROW / 2 + shift;
        if (pairs) {
          parts.push(looks.line([[px(point[1]), y], [px(point[2]), y]], mark.fill, 1.2, null, 3));
        }
        point.slice(1).forEach(function (value, which) {
          parts.push({ type: 'circle', silent: true, z: 4, shape: { cx: px(value), cy: y, r: 3.4 },
            style: Object.assign({ stroke: mark.fill, lineWidth: 1.4 }, pairs && which === 0 ? { fill: look.ground } : filled) });
        });
      });
    });
    parts.push(looks.text(chart.x.name, (box.left + box.right) / 2, box.bottom + 24, 12, look.muted, { align: 'center' }));
    return { height: Math.ceil(box.bottom + 46), option: { animation: false, textStyle: { fontFamily: looks.family },
      backgroundColor: view.title ? look.ground : 'transparent', graphic: { elements: parts } } };
  }

  return { draw: draw };
})();
