// The one definition of every chart: what Chart.java describes becomes an ECharts option, in a browser and on the JVM.
// All geometry is worked out here, from measured text, so that labels never meet and pictures never depend on luck.
var storemark = (function () {
  'use strict';

  const format = scales.format;

  const FAMILY = 'Inter, Helvetica, Arial, sans-serif';
  // Hues after M. Okabe and K. Ito, "Color universal design" (2008), safe for all common forms of colour vision. The
  // text of a label is darker (on dark ground: lighter) than its line, for a contrast of 4.5 or more.
  const LOOKS = {
    light: {
      ground: '#ffffff', ink: '#1a1f26', muted: '#59636e', axis: '#59636e', grid: '#d5dae0', fine: '#eceff2',
      shade: 'rgba(89,99,110,0.075)', control: '#8b949e', controlText: '#6a737d',
      fills: ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#333a42'],
      texts: ['#0069a3', '#b34e00', '#007a58', '#a34a7d', '#8f6200', '#1b74a8', '#333a42']
    },
    dark: {
      ground: '#14181d', ink: '#e8ebef', muted: '#a3adb8', axis: '#7d8792', grid: '#343b44', fine: '#242a31',
      shade: 'rgba(163,173,184,0.10)', control: '#7d8792', controlText: '#9aa4af',
      fills: ['#3f9fe0', '#f0824a', '#2bbf94', '#de92bd', '#f0b441', '#93d3f7', '#dfe4ea'],
      texts: ['#5db0ea', '#f5945f', '#3fcfa5', '#e6a3c9', '#f3be57', '#a3daf9', '#dfe4ea']
    }
  };
  const DASHES = ['solid', [7, 4], [2, 3], [9, 3, 2, 3]];
  const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond'];
  const NARROW = 480;

  // ---- text ----

  function font(size, bold) {
    return (bold ? 'bold ' : '') + size + 'px ' + FAMILY;
  }

  function widthOf(text, size, bold) {
    return echarts.format.getTextRect(text, font(size, bold)).width;
  }

  function widest(texts, size, bold) {
    return texts.reduce(function (most, text) { return Math.max(most, widthOf(text, size, bold)); }, 0);
  }

  function wrap(text, size, width) {
    const lines = [];
    text.split(' ').forEach(function (word) {
      const last = lines.length - 1;
      if (last >= 0 && widthOf(lines[last] + ' ' + word, size) <= width) {
        lines[last] += ' ' + word;
      } else {
        lines.push(word);
      }
    });
    return lines;
  }

  function text(content, x, y, size, color, extra) {
    const style = { text: content, x: x, y: y, fill: color, fontSize: size, fontFamily: FAMILY,
      fontWeight: extra && extra.bold ? 'bold' : 'normal', align: extra && extra.align || 'left',
      verticalAlign: extra && extra.vertical || 'top' };
    return { type: 'text', silent: true, z: 10, style: style };
  }

  /** The start of a bold text that fits, with an ellipsis when some of it is left out. */
  function shorten(content, size, width) {
    let kept = content;
    while (kept.length > 1 && widthOf(kept === content ? kept : kept + '\u2026', size, true) > width) {
      kept = kept.slice(0, -1);
    }
    return kept === content ? kept : kept + '\u2026';
  }

  function line(points, color, width, dash, z) {
    return { type: 'polyline', silent: true, z: z || 0, shape: { points: points },
      style: { stroke: color, lineWidth: width, lineDash: dash || 'solid', fill: 'none' } };
  }

  function escape(content) {
    return content.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
  }

  // ---- how a series looks: hue, dash and marker are each taken by turns, so that 28 differ ----

  function lookOf(series, look) {
    if (series.style < 0) {
      return { fill: look.control, text: look.controlText, dash: [3, 3], symbol: 'circle', turn: 0 };
    }
    const hue = series.style % look.fills.length;
    const turn = Math.floor(series.style / look.fills.length);
    const shape = SYMBOLS[series.style % SYMBOLS.length];
    return {
      fill: look.fills[hue], text: look.texts[hue], dash: DASHES[series.style % DASHES.length], turn: turn,
      symbol: turn === 0 ? shape : 'empty' + shape.charAt(0).toUpperCase() + shape.slice(1)
    };
  }

  /** Bars beyond the first seven: the same hues as a tint with an outline, then as an outline alone. */
  function barStyle(mark) {
    return mark.turn === 0 ? { fill: mark.fill } :
      { fill: mark.fill, fillOpacity: mark.turn === 1 ? 0.35 : 0.06, stroke: mark.fill, lineWidth: 1.5 };
  }

  // ---- the parts around the plot ----

  function header(chart, view, look, parts) {
    if (!view.title) {
      return 4;
    }
    let y = 16;
    wrap(chart.title, 17, view.width - 32).forEach(function (row) {
      parts.push(text(row, 16, y, 17, look.ink, { bold: true }));
      y += 23;
    });
    y += 2;
    chart.subtitle.forEach(function (sentence) {
      wrap(sentence, 12, view.width - 32).forEach(function (row) {
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
      const mark = lookOf(one, look);
      const width = (bars ? 16 : 30) + widthOf(one.name, 12) + 14;
      if (x > 16 && x + width > view.width) {
        x = view.title ? 16 : 0;
        y += 19;
      }
      if (bars) {
        parts.push({ type: 'rect', silent: true, z: 10, shape: { x: x, y: y + 2, width: 11, height: 11, r: 2 },
          style: barStyle(mark) });
      } else {
        parts.push(line([[x, y + 7.5], [x + 24, y + 7.5]], mark.fill, 2, mark.dash, 10));
      }
      parts.push(text(one.name, x + (bars ? 16 : 30), y + 1, 12, look.ink));
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
      axisLabel: { customValues: axis.majors, color: look.muted, fontSize: 12, fontFamily: FAMILY, margin: 8,
        hideOverlap: !grid, showMinLabel: true, showMaxLabel: true,
        formatter: function (at) { return labels[Number(at).toFixed(9)] || ''; } },
      splitLine: { show: grid, lineStyle: { width: 1,
        color: all.map(function (at) { return axis.minors.indexOf(at) < 0 ? look.grid : look.fine; }) } }
    };
  }

  function labelsOf(axis, form) {
    return axis.majors.map(function (at) { return format(axis.log ? Math.pow(10, at) : at, form); });
  }

  /** Names over the y axis and under the x axis, and the frame that ECharts is told to draw in. */
  function frame(chart, view, look, parts, top, left, right, height) {
    const name = chart.y.name + (chart.y.log ? ', log scale' : '');
    parts.push(text(name, view.title ? 16 : 0, top, 12, look.muted));
    const box = { left: left, top: top + 24, width: Math.max(view.width - left - right, 40), height: height };
    box.bottom = box.top + height;
    box.right = box.left + box.width;
    parts.push(text(chart.x.name + (chart.x.log ? ', log scale' : ''), box.left + box.width / 2, box.bottom + 30, 12,
        look.muted, { align: 'center' }));
    return box;
  }

  function shade(chart, look, parts, box, px) {
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
        parts.push(text(end.name, box.right + 19, y, 12, end.mark.text, { bold: true, vertical: 'middle' }));
      });
    });
  }

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

  function positive(value) {
    return value > 0;
  }

  function distinct(numbers) {
    return numbers.slice().sort(function (a, b) { return a - b; })
        .filter(function (value, index, all) { return index === 0 || value !== all[index - 1]; });
  }

  function yAxisOf(chart, series, height) {
    const all = values(series, [1, 2, 3]);
    if (chart.y.log) {
      const above = values(series, [1]).concat(values(series, [3])).filter(positive);
      if (above.length) {
        return scales.log(Math.min.apply(null, above), Math.max.apply(null, above), height / 30, true);
      }
    }
    const most = Math.max.apply(null, all.concat([chart.reference ? chart.reference.value : 0, 0]));
    return scales.linear(0, most * 1.03 || 1, height / 55, chart.y.form, true);
  }

  function xAxisOf(chart, series, width) {
    if (chart.categories) {
      const ticks = chart.categories.map(function (name, index) { return index; });
      return { min: 0, max: Math.max(ticks.length - 1, 1), majors: ticks, minors: [], to: function (at) { return at; } };
    }
    const found = distinct(values(series, [0]));
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
      encode: { x: 0, y: [1, 2] }, tooltip: { show: false }, clip: true };
  }

  function whisker(x, low, high, half, color) {
    const parts = [[[x, low], [x, high]], [[x - half, low], [x + half, low]], [[x - half, high], [x + half, high]]];
    return { type: 'group', children: parts.map(function (points) {
      return { type: 'line', style: { stroke: color, lineWidth: 1.2 },
        shape: { x1: points[0][0], y1: points[0][1], x2: points[1][0], y2: points[1][1] } };
    }) };
  }

  function drawLines(chart, series, view, look) {
    const parts = [];
    const direct = view.width >= NARROW;
    let top = header(chart, view, look, parts);
    if (!direct) {
      top = legend(series, view, look, parts, top, false);
    }
    const height = Math.max(view.width >= NARROW ? 300 : 230, direct ? series.length * 15 : 0);
    const y = yAxisOf(chart, series, height);
    const names = series.map(function (one) { return one.name; });
    const edge = view.title ? 16 : 0;
    const left = edge + widest(labelsOf(y, chart.y.form), 12) + 10;
    const room = view.width * 0.4;
    const right = direct ? Math.min(widest(names, 12, true), room) + 20 + edge : 22;
    const box = frame(chart, view, look, parts, top, left, right, height);
    const x = xAxisOf(chart, series, box.width);
    const px = function (value) {
      const at = x.log && !(value > 0) ? x.min : x.to(value);
      return box.left + (at - x.min) / (x.max - x.min) * box.width;
    };
    const py = function (value) { return box.bottom - (y.to(value) - y.min) / (y.max - y.min) * box.height; };
    const ends = [];
    const drawn = [];
    shade(chart, look, parts, box, px);
    series.forEach(function (one) {
      const mark = lookOf(one, look);
      const visible = function (point) { return point[1] !== null && (!y.log || point[1] > 0); };
      const shown = one.points.filter(visible);
      const crowded = shown.length > 16;
      if (shown.length) {
        const last = shown[shown.length - 1];
        ends.push({ name: shorten(one.name, 12, room), mark: mark, x: px(last[0]), y: py(last[1]) });
      }
      drawn.push(spread(one, mark, x, y, crowded));
      drawn.push({
        id: one.name, name: one.name, type: 'line', z: 3, animation: false, connectNulls: false,
        data: one.points.map(function (point) {
          return { value: [x.to(point[0]), visible(point) ? y.to(point[1]) : null], point: point };
        }),
        showSymbol: !crowded || shown.length === 1, symbol: mark.symbol, symbolSize: 6, clip: false,
        lineStyle: { color: mark.fill, width: 2, type: mark.dash }, itemStyle: { color: mark.fill },
        emphasis: { focus: 'series', lineStyle: { width: 3 } }
      });
    });
    if (direct) {
      endLabels(ends, look, parts, box);
    }
    const xAxis = valueAxis(x, look, chart.x.form, false);
    if (chart.categories) {
      xAxis.axisLabel.formatter = function (at) { return chart.categories[Math.round(at)] || ''; };
    }
    return finish(chart, view, look, parts, box, drawn, xAxis, valueAxis(y, look, chart.y.form, true));
  }

  // ---- bars ----

  function drawBars(chart, series, view, look) {
    const parts = [];
    const top = legend(series, view, look, parts, header(chart, view, look, parts), true);
    const height = view.width >= NARROW ? 300 : 230;
    const y = yAxisOf(chart, series, height);
    const edge = view.title ? 16 : 0;
    const left = edge + widest(labelsOf(y, chart.y.form), 12) + 10;
    const box = frame(chart, view, look, parts, top, left, edge + 4, height);
    const band = box.width / chart.categories.length;
    const slot = Math.min(band * 0.84 / series.length, 64);
    const width = Math.max(slot * 0.86, 1);
    const py = function (value) { return box.bottom - (value - y.min) / (y.max - y.min) * box.height; };
    const longest = widest(values(series, [1]).map(function (value) { return format(value, chart.y.form); }), 11);
    const label = longest <= slot - 6 ? 'across' : slot >= 13 ? 'up' : 'none';
    const drawn = series.map(function (one, index) {
      const mark = lookOf(one, look);
      const draw = function (params, api) {
        const middle = box.left + (api.value(0) + 0.5) * band + (index - (series.length - 1) / 2) * slot;
        const value = api.value(1);
        const low = api.value(2);
        const high = api.value(3);
        const children = [{ type: 'rect', style: barStyle(mark), shape: { x: middle - width / 2, y: py(value),
          width: width, height: Math.max(box.bottom - py(value), 0.5) } }];
        if (high > low) {
          children.push(whisker(middle, py(Math.max(low, 0)), py(high), Math.min(4, width / 3), look.ink));
        }
        if (label !== 'none') {
          children.push({ type: 'text', x: middle, y: py(Math.max(high, value)) - 4,
            rotation: label === 'up' ? Math.PI / 2 : 0,
            style: { text: format(value, chart.y.form), fontSize: 11, fontFamily: FAMILY, fill: look.muted,
              align: label === 'up' ? 'left' : 'center', verticalAlign: label === 'up' ? 'middle' : 'bottom' } });
        }
        return { type: 'group', children: children };
      };
      const data = one.points.filter(function (point) { return point[1] !== null; })
          .map(function (point) { return { value: point, point: point }; });
      return { id: one.name, name: one.name, type: 'custom', z: 3, data: data, renderItem: draw, animation: false,
        itemStyle: { color: mark.fill }, encode: { x: 0, y: [1, 2, 3] }, clip: false };
    });
    if (chart.reference) {
      const at = py(chart.reference.value);
      parts.push(line([[box.left, at], [box.right, at]], look.ink, 1, [4, 3], 5));
      parts.push(text('dashed: ' + chart.reference.label, box.right, top, 12, look.ink, { align: 'right' }));
    }
    const xAxis = { type: 'category', data: chart.categories, axisTick: { show: false },
      axisLine: { onZero: false, lineStyle: { color: look.axis } },
      axisLabel: { color: look.ink, fontSize: 12, fontFamily: FAMILY, margin: 9, interval: 0,
        width: band - 8, overflow: 'truncate' } };
    return finish(chart, view, look, parts, box, drawn, xAxis, valueAxis(y, look, chart.y.form, true));
  }

  // ---- the whole ----

  function tooltip(chart, look) {
    const swatch = function (name) {
      const mark = lookOf(chart.series.filter(function (one) { return one.name === name; })[0], look);
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
      return '<b>' + escape(chart.x.name + ': ' + head) + '</b><table>' + rows.map(function (item) {
        const point = item.data.point;
        const range = point[3] > point[2] ? format(Math.max(point[2], 0), chart.y.form) + ' \u2013 '
            + format(point[3], chart.y.form) : '';
        return '<tr><td><i style="' + swatch(item.seriesId) + '"></i>' + escape(item.seriesName) + '</td><td>'
            + format(point[1], chart.y.form) + '</td><td>' + range + '</td></tr>';
      }).join('') + '</table>';
    };
  }

  function finish(chart, view, look, parts, box, drawn, xAxis, yAxis) {
    return {
      height: Math.ceil(box.bottom + 54),
      option: {
        animation: false, backgroundColor: view.title ? look.ground : 'transparent',
        textStyle: { fontFamily: FAMILY, color: look.ink },
        grid: { left: box.left, top: box.top, width: box.width, height: box.height, containLabel: false },
        xAxis: xAxis, yAxis: yAxis, series: drawn, graphic: { elements: parts },
        tooltip: { trigger: 'axis', confine: true, transitionDuration: 0, formatter: tooltip(chart, look), backgroundColor: look.ground,
          borderColor: look.grid, textStyle: { color: look.ink, fontSize: 12, fontFamily: FAMILY },
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
    const look = view.dark ? LOOKS.dark : LOOKS.light;
    const series = chart.series.filter(function (one) {
      return one.points.length && !(view.hidden && view.hidden[one.name]);
    });
    if (!series.length) {
      const parts = [];
      const top = header(chart, view, look, parts);
      parts.push(text('no series to draw', 16, top + 8, 12, look.muted));
      return { height: top + 40, option: { backgroundColor: view.title ? look.ground : 'transparent',
        graphic: { elements: parts } } };
    }
    return chart.kind === 'BARS' ? drawBars(chart, series, view, look) : drawLines(chart, series, view, look);
  }

  return { draw: draw };
})();
