// The one definition of every chart: what Chart.java describes becomes an ECharts option, in a browser and on the JVM.
// All geometry is worked out here, from measured text, so that labels never meet and pictures never depend on luck.
var storemark = (function () {
  'use strict';

  const format = scales.format;
  const widest = looks.widest;
  const text = looks.text;
  const line = looks.line;
  /** Below this width, in pixels, lines have a legend instead of names at their ends. */
  const NARROW = 420;
  const CROSS = 'path://M0,1L1,0L5,4L9,0L10,1L6,5L10,9L9,10L5,6L1,10L0,9L4,5Z';

  // ---- lines ----

  function values(series, from) {
    const found = [];
    series.forEach(function (one) {
      one.points.forEach(function (point) {
        from.forEach(function (index) {
          if (point[index] !== null) {
            found.push(point[index]);
          }
        });
      });
    });
    return found;
  }

  /** The y axis, with room for labels of so many pixels above the highest value. */
  function yAxisOf(chart, series, height, room) {
    const all = values(series, [1, 2, 3]);
    if (chart.y.log) {
      const above = values(series, [1, 3]).filter(function (value) { return value > 0; });
      if (above.length) {
        return scales.log(Math.min.apply(null, above), Math.max.apply(null, above), height / 30, true);
      }
    }
    const most = Math.max.apply(null, all.concat([chart.reference ? chart.reference.value : 0, 0]));
    return scales.linear(0, most * height / (height - room) || 1, height / 55, chart.y.form, true);
  }

  function xAxisOf(chart, series, width) {
    if (chart.categories) {
      const ticks = chart.categories.map(function (name, index) { return index; });
      return { min: 0, max: Math.max(ticks.length - 1, 1), majors: ticks, minors: [], to: function (at) { return at; } };
    }
    const found = Array.from(new Set(values(series, [0]))).sort(function (a, b) { return a - b; });
    const low = found[0];
    const high = found[found.length - 1];
    const room = Math.max(Math.floor(width / 70), 2);
    if (low === high) {
      const alone = scales.linear(low * 0.5, high * 1.5 || 1, 2, chart.x.form, false);
      alone.majors = [low];
      return alone;
    }
    if (chart.x.log && low > 0) {
      return scales.log(low, high, room, false);
    }
    const axis = scales.linear(low, high, room, chart.x.form, false);
    if (found.length <= room) {
      axis.majors = found;
    }
    return axis;
  }

  function spread(one, mark, x, y, crowded) {
    const bottom = function (value) { return y.log && !(value > 0) ? y.min : Math.max(y.to(value), y.min); };
    const data = one.points.filter(function (point) { return point[1] !== null && point[3] > point[2]; })
        .map(function (point) { return [x.to(point[0]), bottom(point[2]), bottom(point[3])]; });
    const draw = function (params, api) {
      if (crowded) {
        if (params.dataIndex > 0) {
          return null;
        }
        const upper = data.map(function (item) { return api.coord([item[0], item[2]]); });
        const lower = data.map(function (item) { return api.coord([item[0], item[1]]); }).reverse();
        return { type: 'polygon', shape: { points: upper.concat(lower) }, style: { fill: mark.fill, opacity: 0.16 } };
      }
      const low = api.coord([api.value(0), api.value(1)]);
      const high = api.coord([api.value(0), api.value(2)]);
      return whisker(low[0], low[1], high[1], 3, mark.fill);
    };
    return { id: 'spread:' + one.name, type: 'custom', silent: true, z: 2, data: data, renderItem: draw,
      encode: { x: 0, y: [1, 2] }, tooltip: { show: false }, clip: false };
  }

  function whisker(x, low, high, half, color) {
    const parts = [[[x, low], [x, high]], [[x - half, low], [x + half, low]], [[x - half, high], [x + half, high]]];
    return { type: 'group', children: parts.map(function (points) {
      return { type: 'line', style: { stroke: color, lineWidth: 1.2 },
        shape: { x1: points[0][0], y1: points[0][1], x2: points[1][0], y2: points[1][1] } };
    }) };
  }

  /** A point for each place that has a name: a line goes on over none that is missing. */
  function places(chart, one) {
    return !chart.categories ? one.points : chart.categories.map(function (name, at) {
      return one.points.filter(function (point) { return point[0] === at; })[0] || [at, null, null, null];
    });
  }

  function reference(chart, look, parts, box, py) {
    if (chart.reference) {
      const at = py(chart.reference.value);
      parts.push(line([[box.left, at], [box.right, at]], look.ink, 1, [4, 3], 5));
      parts.push(text('dashed: ' + chart.reference.label, box.right, box.top - 24, 12, look.ink, { align: 'right' }));
    }
  }

  function drawLines(chart, series, view, look) {
    const parts = [];
    const direct = view.width >= NARROW;
    let top = frames.header(chart, view, look, parts);
    if (!direct) {
      top = frames.legend(series, view, look, parts, top, false);
    }
    const height = Math.max(view.width >= NARROW ? 300 : 230, direct ? series.length * 15 : 0);
    const y = yAxisOf(chart, series, height, 8);
    const names = series.map(function (one) { return one.label; });
    const edge = view.title ? 16 : 0;
    const left = edge + frames.leftOf(chart, frames.labelsOf(y, chart.y.form));
    const room = view.width * 0.4;
    const right = direct ? Math.min(widest(names, 12, true), room) + 31 + edge : 22;
    const box = frames.frame(chart, view, look, parts, top, left, right, height, 0);
    const x = xAxisOf(chart, series, box.width);
    const px = function (value) {
      const at = x.log && !(value > 0) ? x.min : x.to(value);
      return box.left + (at - x.min) / (x.max - x.min) * box.width;
    };
    const py = function (value) { return box.bottom - (y.to(value) - y.min) / (y.max - y.min) * box.height; };
    const ends = [];
    const drawn = [];
    frames.shade(chart, look, parts, box, px);
    frames.watch(chart, look, parts, box, px);
    reference(chart, look, parts, box, py);
    series.forEach(function (one, index) {
      const mark = looks.of(one, look);
      const visible = function (point) { return point[1] !== null && (!y.log || point[1] > 0); };
      const shown = one.points.filter(visible);
      const crowded = shown.length > 16;
      const every = Math.ceil(shown.length / 16);
      if (shown.length) {
        const last = shown[shown.length - 1];
        ends.push({ name: looks.shorten(one.label, 12, room), mark: mark, x: px(last[0]), y: py(last[1]) });
      }
      drawn.push(spread(one, mark, x, y, crowded));
      drawn.push({
        id: one.name, name: one.label, type: 'line', z: 3, animation: false, connectNulls: false,
        data: places(chart, one).map(function (point, at) {
          return { value: [x.to(point[0]), visible(point) ? y.to(point[1]) : null], point: point,
            symbol: point[4] ? CROSS : (at + index) % every ? 'none' : mark.symbol,
            symbolSize: point[4] ? 11 : 6 };
        }),
        showSymbol: true, symbol: mark.symbol, clip: false,
        lineStyle: { color: mark.fill, width: 2, type: mark.dash }, itemStyle: { color: mark.fill },
        emphasis: { focus: 'series', lineStyle: { width: 3 } }
      });
    });
    if (direct) {
      frames.endLabels(ends, look, parts, box);
    }
    const xAxis = frames.valueAxis(x, look, chart.x.form, false);
    if (chart.categories) {
      xAxis.axisLabel.formatter = function (at) { return chart.categories[Math.round(at)] || ''; };
    }
    return finish(chart, view, look, parts, box, drawn, xAxis, frames.valueAxis(y, look, chart.y.form, true));
  }

  // ---- bars ----

  /** The value of a bar, over its whisker. */
  function barLabel(content, upright, middle, end, look) {
    const y = end - 4;
    return { type: 'text', x: middle, y: y, rotation: upright ? Math.PI / 2 : 0,
      style: { text: content, fontSize: 11, fontFamily: looks.family, fill: look.muted,
        align: upright ? 'left' : 'center', verticalAlign: upright ? 'middle' : 'bottom' } };
  }

  function drawBars(chart, series, view, look) {
    const parts = [];
    const top = frames.legend(series, view, look, parts, frames.header(chart, view, look, parts), true);
    const height = view.width >= NARROW ? 300 : 230;
    const edge = view.title ? 16 : 0;
    const longest = widest(values(series, [1]).map(function (value) { return format(value, chart.y.form); }), 11);
    // Whether labels fit must be known before the axis is, and its labels take about 70 pixels.
    const place = (view.width - 70 - edge) / chart.categories.length * 0.84 / series.length;
    const label = longest <= Math.min(place, 64) - 6 ? 'across' : place >= 13 ? 'up' : 'none';
    const y = yAxisOf(chart, series, height, label === 'across' ? 18 : label === 'up' ? longest + 8 : 6);
    const left = edge + frames.leftOf(chart, frames.labelsOf(y, chart.y.form));
    const band = (view.width - left - edge - 4) / chart.categories.length;
    const names = chart.categories.map(function (name) { return looks.wrap(name, 12, band - 8); });
    const extra = 15 * (Math.max.apply(null, names.map(function (rows) { return rows.length; })) - 1);
    const box = frames.frame(chart, view, look, parts, top, left, edge + 4, height, extra);
    frames.watch(chart, look, parts, box, function (at) { return box.left + (at + 0.5) * band; });
    const slot = Math.min(band * 0.84 / series.length, 64);
    const width = Math.max(slot * 0.86, 1);
    const py = function (value) { return box.bottom - (value - y.min) / (y.max - y.min) * box.height; };
    const drawn = series.map(function (one, index) {
      const mark = looks.of(one, look);
      const draw = function (params, api) {
        const middle = box.left + (api.value(0) + 0.5) * band + (index - (series.length - 1) / 2) * slot;
        const high = Math.max(api.value(3), api.value(1));
        const at = py(api.value(1));
        const children = [{ type: 'rect', style: looks.barStyle(mark),
          shape: { x: middle - width / 2, y: at, width: width, height: Math.max(box.bottom - at, 0.5) } }];
        if (high > api.value(2)) {
          children.push(whisker(middle, py(Math.max(api.value(2), 0)), py(high), Math.min(4, width / 3), look.ink));
        }
        const content = format(api.value(1), chart.y.form);
        return { type: 'group', children: label === 'none' ? children :
          children.concat(barLabel(content, label === 'up', middle, py(high), look)) };
      };
      const data = one.points.filter(function (point) { return point[1] !== null; })
          .map(function (point) { return { value: point, point: point }; });
      return { id: one.name, name: one.label, type: 'custom', z: 3, data: data, renderItem: draw, animation: false,
        itemStyle: { color: mark.fill }, encode: { x: 0, y: [1, 2, 3] }, clip: false };
    });
    reference(chart, look, parts, box, py);
    const xAxis = { type: 'category', z: 2, data: names.map(function (rows) { return rows.join('\n'); }),
      axisTick: { show: false },
      axisLine: { onZero: false, lineStyle: { color: look.axis } },
      axisLabel: { color: look.ink, fontSize: 12, fontFamily: looks.family, margin: 9, interval: 0,
        lineHeight: 15 } };
    return finish(chart, view, look, parts, box, drawn, xAxis, frames.valueAxis(y, look, chart.y.form, true));
  }

  // ---- the whole ----

  function tooltip(chart, look) {
    const swatch = function (name) {
      const mark = looks.of(chart.series.filter(function (one) { return one.name === name; })[0], look);
      return mark.turn === 0 ? 'background:' + mark.fill : 'border:2px solid ' + mark.fill;
    };
    return function (found) {
      const rows = found.filter(function (item) { return item.data && item.data.point && item.data.point[1] !== null; });
      if (!rows.length) {
        return '';
      }
      rows.sort(function (a, b) { return b.data.point[1] - a.data.point[1]; });
      const at = rows[0].data.point[0];
      const head = chart.categories ? chart.categories[at] : format(at, chart.x.form);
      const place = chart.watch ? chart.watch.places.filter(function (one) { return one[0] === at; })[0] : null;
      const machine = place ? '<br>' + place[1] + ' of ' + place[2] + ' increments disturbed' : '';
      return '<b>' + looks.escape(chart.x.name + ': ' + head) + '</b>' + machine + '<table>' + rows.map(function (item) {
        const point = item.data.point;
        const range = point[3] > point[2] ? format(Math.max(point[2], 0), chart.y.form) + ' \u2013 '
            + format(point[3], chart.y.form) : '';
        return '<tr><td><i style="' + swatch(item.seriesId) + '"></i>' + looks.escape(item.seriesName) + '</td><td>'
            + format(point[1], chart.y.form) + '</td><td>' + range + '</td></tr>';
      }).join('') + '</table>';
    };
  }

  function finish(chart, view, look, parts, box, drawn, xAxis, yAxis) {
    return {
      height: Math.ceil(box.end),
      option: {
        animation: false, backgroundColor: view.title ? look.ground : 'transparent',
        textStyle: { fontFamily: looks.family, color: look.ink },
        grid: { left: box.left, top: box.top, width: box.width, height: box.height, containLabel: false },
        xAxis: xAxis, yAxis: yAxis, series: drawn, graphic: { elements: parts },
        tooltip: { trigger: 'axis', confine: true, transitionDuration: 0, formatter: tooltip(chart, look),
          backgroundColor: look.ground, borderColor: look.grid, textStyle: { color: look.ink, fontSize: 12, fontFamily: looks.family },
          axisPointer: { type: chart.kind === 'BARS' ? 'shadow' : 'line', lineStyle: { color: look.axis },
            label: { show: false } } }
      }
    };
  }

  /**
   * The ECharts option of a chart.
   *
   * @param chart what Chart.java describes
   * @param view width in pixels, dark (boolean), title (boolean: draw title and subtitle inside), hidden (names of
   *     series that are left out, as keys)
   * @return option, and the height in pixels that it was laid out for
   */
  function draw(chart, view) {
    const look = view.dark ? looks.dark : looks.light;
    const series = chart.series.filter(function (one) {
      return one.points.length && !(view.hidden && view.hidden[one.name]);
    });
    if (!series.length) {
      const parts = [];
      const top = frames.header(chart, view, look, parts);
      parts.push(text('no series to draw', 16, top + 8, 12, look.muted));
      return { height: top + 40, option: { backgroundColor: view.title ? look.ground : 'transparent',
        graphic: { elements: parts } } };
    }
    if (chart.kind === 'MAP' || chart.kind === 'DOTS') {
      return (chart.kind === 'MAP' ? maps : dots).draw(chart, series, view, look);
    }
    return chart.kind === 'BARS' ? drawBars(chart, series, view, look) : drawLines(chart, series, view, look);
  }

  return { draw: draw };
})();
