// What stands around the data: titles, legends, axes, the region past memory, and names at the ends of lines.
var frames = (function () {
  'use strict';

  const format = scales.format;
  const widthOf = looks.widthOf;
  const widest = looks.widest;
  const text = looks.text;
  const line = looks.line;

  function header(chart, view, look, parts) {
    if (!view.title) {
      return 4;
    }
    let y = 16;
    looks.wrap(chart.title, 17, view.width - 32, true).forEach(function (row) {
      parts.push(text(row, 16, y, 17, look.ink, { bold: true }));
      y += 23;
    });
    y += 2;
    chart.subtitle.forEach(function (sentence) {
      looks.wrap(sentence, 12, view.width - 32).forEach(function (row) {
        parts.push(text(row, 16, y, 12, look.muted));
        y += 17;
      });
    });
    return y + 6;
  }

  function legend(series, view, look, parts, top, bars) {
    let x = view.title ? 16 : 0;
    let y = top;
    series.forEach(function (one) {
      const mark = looks.of(one, look);
      const width = (bars ? 16 : 30) + widthOf(one.label, 12) + 14;
      if (x > 16 && x + width > view.width) {
        x = view.title ? 16 : 0;
        y += 19;
      }
      if (bars) {
        parts.push({ type: 'rect', silent: true, z: 10, shape: { x: x, y: y + 2, width: 11, height: 11, r: 2 },
          style: looks.barStyle(mark) });
      } else {
        parts.push(line([[x, y + 7.5], [x + 24, y + 7.5]], mark.fill, 2, mark.dash, 10));
        parts.push(looks.marker(mark, x + 12, y + 7.5, look));
      }
      parts.push(text(one.label, x + (bars ? 16 : 30), y + 7.5, 12, look.ink, { vertical: 'middle' }));
      x += width;
    });
    return y + 26;
  }

  function valueAxis(axis, look, form, grid) {
    const labels = {};
    axis.majors.forEach(function (at) {
      labels[at.toFixed(9)] = format(axis.log ? Math.pow(10, at) : at, form);
    });
    const all = axis.majors.concat(axis.minors).sort(function (a, b) { return a - b; });
    return {
      type: 'value', min: axis.min, max: axis.max, z: 1,
      axisLine: { show: !grid, onZero: false, lineStyle: { color: look.axis } },
      axisTick: { show: !grid, length: 4, customValues: all, lineStyle: { color: look.axis } },
      axisLabel: { customValues: axis.majors, color: look.muted, fontSize: 12, fontFamily: looks.family, margin: 8,
        hideOverlap: !grid, showMinLabel: true, showMaxLabel: true,
        formatter: function (at) { return labels[Number(at).toFixed(9)] || ''; } },
      splitLine: { show: grid, lineStyle: { width: 1,
        color: all.map(function (at) { return axis.minors.indexOf(at) < 0 ? look.grid : look.fine; }) } }
    };
  }

  function labelsOf(axis, form) {
    return axis.majors.map(function (at) { return format(axis.log ? Math.pow(10, at) : at, form); });
  }

  /**
   * Names over the y axis and under the x axis, and the frame that ECharts draws in.
   *
   * @param extra what labels of the x axis take beyond one row, in pixels
   */
  function frame(chart, view, look, parts, top, left, right, height, extra) {
    const name = chart.y.name + (chart.y.log ? ', log scale' : '');
    parts.push(text(name, view.title ? 16 : 0, top, 12, look.muted));
    const box = { left: left, top: top + 24, width: Math.max(view.width - left - right, 40), height: height };
    box.bottom = box.top + height;
    box.right = box.left + box.width;
    box.end = box.bottom + 54 + extra;
    parts.push(text(chart.x.name + (chart.x.log ? ', log scale' : ''), box.left + box.width / 2, box.bottom + 30 + extra, 12,
        look.muted, { align: 'center' }));
    return box;
  }

  function shade(chart, look, parts, box, px) {
    if (chart.cache) {
      const end = px(chart.cache.value);
      parts.push(line([[end, box.top], [end, box.bottom]], look.muted, 1, [2, 3], 0));
      parts.push(text(chart.cache.label, end + 4, box.bottom - 10, 11, look.muted));
    }
    if (!chart.memory) {
      return;
    }
    const from = Math.max(px(chart.memory.from), box.left);
    [chart.memory.from, chart.memory.all].forEach(function (at) {
      if (at !== null && px(at) < box.right) {
        const x = Math.max(px(at), box.left);
        parts.push({ type: 'rect', silent: true, z: -2,
          shape: { x: x, y: box.top, width: box.right - x, height: box.height }, style: { fill: look.shade } });
      }
    });
    parts.push(line([[from, box.top - 4], [from, box.bottom]], look.muted, 1.2, [4, 3], 0));
    const half = widthOf(chart.memory.label, 12) / 2;
    const reserved = widthOf(chart.y.name + ', log scale', 12) + 32;
    const middle = Math.min(Math.max(from, reserved + half), box.right - half);
    parts.push(text(chart.memory.label, middle, box.top - 24, 12, look.ink, { align: 'center' }));
  }

  /** Names at the ends of lines, pushed apart by as little as it takes, each led back to its line when moved. */
  function endLabels(ends, look, parts, box) {
    const gap = 15;
    ends.sort(function (a, b) { return a.y - b.y; });
    const groups = [];
    ends.forEach(function (end) {
      groups.push({ items: [end], centre: end.y });
      while (groups.length > 1) {
        let below = groups[groups.length - 1];
        let above = groups[groups.length - 2];
        if (below.centre - above.centre >= (below.items.length + above.items.length) * gap / 2) {
          break;
        }
        let items = above.items.concat(below.items);
        let sum = items.reduce(function (total, item) { return total + item.y; }, 0);
        let half = (items.length - 1) * gap / 2;
        groups.splice(groups.length - 2, 2, { items: items,
          centre: Math.max(box.top + half, Math.min(sum / items.length, box.bottom - half)) });
      }
    });
    groups.forEach(function (group) {
      group.items.forEach(function (end, index) {
        const y = group.centre + (index - (group.items.length - 1) / 2) * gap;
        if (box.right - end.x > 8 || Math.abs(y - end.y) > 4) {
          const start = [Math.min(end.x + 5, box.right + 4), end.y];
          parts.push(line([start, [box.right + 5, end.y], [box.right + 16, y]], end.mark.fill, 0.8, [2, 2]));
        }
        parts.push(looks.marker(end.mark, box.right + 22, y, look));
        parts.push(text(end.name, box.right + 30, y, 12, end.mark.text, { bold: true, vertical: 'middle' }));
      });
    });
  }

  const FIELD = 11;

  /** What the y axis and the strip need on the left, in pixels. */
  function leftOf(chart, labels) {
    const rows = chart.watch ? chart.watch.canaries.concat('disturbed') : [];
    return Math.max(widest(labels, 12), widest(rows, 10)) + 10;
  }

  /** How the machine was at each place: a row of fields for each canary, and one for the share of increments marked as disturbed. */
  function watch(chart, look, parts, box, px) {
    if (!chart.watch) {
      return;
    }
    const places = chart.watch.places;
    const middles = places.map(function (place) { return px(place[0]); });
    const edge = function (at) {
      return at === 0 ? box.left : at === places.length ? box.right : (middles[at - 1] + middles[at]) / 2;
    };
    let y = box.end + 4;
    const row = function (name, strength) {
      parts.push(text(name, box.left - 8, y + FIELD / 2, 10, look.muted, { align: 'right', vertical: 'middle' }));
      places.forEach(function (place, at) {
        parts.push({ type: 'rect', silent: true, z: 3,
          shape: { x: edge(at), y: y, width: Math.max(edge(at + 1) - edge(at) - 1, 0.5), height: FIELD - 1 },
          style: { fill: look.fine } });
        if (strength(place) > 0) {
          parts.push({ type: 'rect', silent: true, z: 4,
            shape: { x: edge(at), y: y, width: Math.max(edge(at + 1) - edge(at) - 1, 0.5), height: FIELD - 1 },
            style: { fill: look.ink, fillOpacity: Math.min(strength(place), 1) } });
        }
      });
      y += FIELD;
    };
    chart.watch.canaries.forEach(function (name, canary) {
      row(name, function (place) { return place[3 + canary] === null ? 0 : (place[3 + canary] - 1) / 0.3; });
    });
    row('disturbed', function (place) { return place[1] / place[2]; });
    looks.wrap('Machine: black means 30% slower or more than the median of this run, or all increments disturbed.', 10,
        box.width).forEach(function (words) {
      y += 13;
      parts.push(text(words, box.left, y - 10, 10, look.muted));
    });
    box.end = y + 6;
  }

  return { header: header, leftOf: leftOf, watch: watch, legend: legend, valueAxis: valueAxis, labelsOf: labelsOf, frame: frame, shade: shade,
    endLabels: endLabels };
})();
