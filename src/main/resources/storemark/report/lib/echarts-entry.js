// The parts of ECharts that charts.js uses. README.md beside this file has the command that bundles them.
import { init, use, setPlatformAPI, format } from 'echarts/core';
import { CustomChart, LineChart } from 'echarts/charts';
import { GraphicComponent, GridComponent, TooltipComponent } from 'echarts/components';
import { SVGRenderer } from 'echarts/renderers';

use([CustomChart, LineChart, GraphicComponent, GridComponent, TooltipComponent, SVGRenderer]);

export { init, setPlatformAPI, format };
