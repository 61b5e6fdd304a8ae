import { style } from '@vanilla-extract/css'
